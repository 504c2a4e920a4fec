# Marquee's host with the built app. How to run it: docs/hosting.md. How it is tested: npm run test:package.

FROM node:24-bookworm-slim AS base
WORKDIR /app
COPY package.json package-lock.json .npmrc ./

FROM base AS build
RUN npm ci
COPY index.html vite.config.ts tsconfig.json tsconfig.base.json tsconfig.tests.json tsconfig.tools.json ./
COPY public public
COPY scripts scripts
COPY src src
# Files keep the permissions of the working copy, where perhaps only their owner may read them.
RUN npm run build && chmod -R go+rX package.json dist dist-host

FROM base AS packages
RUN npm ci --omit=dev

FROM node:24-bookworm-slim
ENV NODE_ENV=production HOST=0.0.0.0 PORT=4173 DATA_DIR=/data
# Otherwise glibc gives the memory of each piece of a video back, and takes it again: a third of the speed (bench/media.ts).
ENV MALLOC_TRIM_THRESHOLD_=67108864
WORKDIR /app
# The idempotency store outlives the container. The process may write nothing else.
RUN mkdir /data && chown 1000:1000 /data
VOLUME /data
COPY --from=packages /app/node_modules node_modules
COPY --from=build /app/package.json package.json
COPY --from=build /app/dist dist
COPY --from=build /app/dist-host dist-host
# The user "node" by number: from a name alone Kubernetes cannot tell that it is not root (runAsNonRoot).
USER 1000:1000
EXPOSE 4173
# Whether the process answers at all, not /readyz: a host that drains, or waits for Redis, is not to be restarted.
# Under its own name and port, in whichever protocol it speaks; nobody has signed its certificate for this address.
HEALTHCHECK --interval=30s --timeout=5s --start-period=10s CMD ["node", "-e", "\
  const { get } = require(process.env.TLS_CERT ? 'https' : 'http'); \
  get({ host: '127.0.0.1', port: process.env.PORT, path: '/healthz', rejectUnauthorized: false }, \
    ({ statusCode }) => process.exit(statusCode === 200 ? 0 : 1)).on('error', () => process.exit(1))"]
# No shell and no npm in between: the process gets the signal to stop itself.
CMD ["node", "dist-host/main.js"]
