import * as http from 'node:http'
import * as https from 'node:https'
import { BlockList, isIP, Socket } from 'node:net'
import * as tls from 'node:tls'

/** The environment of a process. */
type Env = Readonly<Record<string, string | undefined>>

/** A proxy on the way to the service, and the variable that names it. */
export interface ProxySetting {
  variable: 'HTTPS_PROXY' | 'HTTP_PROXY'
  text: string
}

/**
 * Looks for the proxy that is meant for a service, as other programs do: HTTPS_PROXY for https, HTTP_PROXY for http, unless
 * NO_PROXY names the service. Each may be written in lower case, which counts first.
 *
 * @returns undefined: the service is asked directly
 */
export function proxyFor(service: URL, env: Env): ProxySetting | undefined {
  const valueOf = (name: string) => (env[name.toLowerCase()] ?? env[name])?.trim() ?? ''
  const variable = service.protocol === 'https:' ? 'HTTPS_PROXY' : 'HTTP_PROXY'
  const text = valueOf(variable)
  return text === '' || isExempt(service, valueOf('NO_PROXY')) ? undefined : { variable, text }
}

/** Whether a list like `localhost, .example.com, 10.0.0.0/8, api.example:8443, *` names a service. */
function isExempt(service: URL, list: string): boolean {
  const { hostname: host, port } = addressOf(service)
  return list
    .toLowerCase()
    .split(/[\s,]+/)
    .some((item) => {
      if (item === '*') return true
      const isAddress = isIP(item) !== 0
      const [, written = '', itsPort] = isAddress
        ? [item, item]
        : (/^(.*?)(?::(\d+))?$/.exec(item) ?? [])
      if (itsPort !== undefined && itsPort !== port) return false
      const name = withoutBrackets(written).replace(/^\*?\./, '')
      if (name === '') return false
      return host === name || host.endsWith(`.${name}`) || isInNetwork(host, name)
    })
}

/** Whether an address is in a network like `10.0.0.0/8`. */
function isInNetwork(address: string, network: string): boolean {
  const [base = '', bits = ''] = network.split('/')
  const family = isIP(address)
  if (family === 0 || isIP(base) !== family || !/^\d{1,3}$/.test(bits)) return false
  if (Number(bits) > (family === 6 ? 128 : 32)) return false
  const type = family === 6 ? 'ipv6' : 'ipv4'
  const networks = new BlockList()
  networks.addSubnet(base, Number(bits), type)
  return networks.check(address, type)
}

/** Reads the address of a proxy; one without a scheme is http. @returns undefined if it is none that can be used */
export function readProxyAddress(text: string): URL | undefined {
  const written = /^[a-z][a-z\d+.-]*:\/\//i.test(text) ? text : `http://${text}`
  if (!/^https?:\/\/[^/\\\s]+\/?$/i.test(written) || !URL.canParse(written)) return undefined
  return new URL(written)
}

/** Name and port of an http or https address; IPv6 without brackets. */
export function addressOf({ protocol, hostname, port }: URL): { hostname: string; port: string } {
  const byDefault = protocol === 'https:' ? '443' : '80'
  return { hostname: withoutBrackets(hostname), port: port === '' ? byDefault : port }
}

function withoutBrackets(host: string): string {
  return host.replaceAll(/^\[|\]$/g, '')
}

/** The header that a proxy with a user name and a password wants: name and value, or nothing. */
export function proxyAuthorization({ username, password }: URL): string[] {
  if (username === '' && password === '') return []
  const pair = `${decodeURIComponent(username)}:${decodeURIComponent(password)}`
  return ['proxy-authorization', `Basic ${Buffer.from(pair).toString('base64')}`]
}

/**
 * Opens a tunnel to a service with https through a proxy (CONNECT). The proxy sees the name of the service and nothing else.
 *
 * @param whenOpen called once: with the connection, whose handshake has begun, or with an error that has a code: that of the network, or
 *   HTTP_407 and the like if the proxy refuses
 */
export function openTunnel(
  proxy: URL,
  service: URL,
  limitMs: number,
  whenOpen: (error: Error | null, socket: Socket) => void,
): void {
  const { hostname, port } = addressOf(service)
  const target = `${service.hostname}:${port}`
  const send = proxy.protocol === 'https:' ? https.request : http.request
  const request = send({
    ...addressOf(proxy),
    agent: false,
    method: 'CONNECT',
    path: target,
    headers: ['host', target, ...proxyAuthorization(proxy)],
    signal: AbortSignal.timeout(limitMs),
  })
  request.once('connect', ({ statusCode = 0 }, socket) => {
    if (statusCode >= 200 && statusCode < 300) {
      const servername = isIP(hostname) === 0 ? hostname : ''
      whenOpen(null, tls.connect({ socket, servername, host: hostname }))
      return
    }
    socket.destroy()
    whenOpen(Object.assign(new Error('refused'), { code: `HTTP_${statusCode}` }), socket)
  })
  request.once('error', (error) => whenOpen(error, new Socket()))
  request.end()
}
