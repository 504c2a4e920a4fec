# Marquee's host with the built app. How to run it: docs/hosting.md.

FROM node:22-bookworm-slim AS build
WORKDIR /app
COPY package.json package-lock.json .npmrc ./
RUN npm ci
COPY index.html vite.config.ts tsconfig.json tsconfig.base.json tsconfig.tests.json tsconfig.tools.json ./
COPY public public
COPY scripts scripts
COPY src src
RUN npm run build

FROM node:22-bookworm-slim AS packages
WORKDIR /app
COPY package.json package-lock.json .npmrc ./
RUN npm ci --omit=dev

FROM node:22-bookworm-slim
ENV NODE_ENV=production HOST=0.0.0.0 PORT=4173 DATA_DIR=/data
WORKDIR /app
# The record of creations outlives the container, and is the one thing that the process may write.
RUN mkdir /data && chown node:node /data
VOLUME /data
COPY package.json ./
COPY --from=packages /app/node_modules node_modules
COPY --from=build /app/dist dist
COPY --from=build /app/dist-host dist-host
USER node
EXPOSE 4173
# Under its own name and port, in whichever protocol it speaks; nobody has signed its certificate for this address.
HEALTHCHECK --interval=30s --timeout=5s --start-period=10s CMD ["node", "-e", "\
  const { get } = require(process.env.TLS_CERT ? 'https' : 'http'); \
  get({ host: '127.0.0.1', port: process.env.PORT, path: '/healthz', rejectUnauthorized: false }, \
    ({ statusCode }) => process.exit(statusCode === 200 ? 0 : 1)).on('error', () => process.exit(1))"]
# No shell and no npm in between: the process gets the signal to stop itself.
CMD ["node", "dist-host/main.js"]
