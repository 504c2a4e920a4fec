/**
 * The least that a proxy and file server in Node can do: no routes, no checks, no log, no limits. What the host costs above
 * this is its own.
 *
 *   npx tsx bare-node.ts PORT PORT-OF-THE-SERVICE FOLDER-OF-THE-BUILD
 */
import { readFileSync } from 'node:fs'
import { Agent, createServer, request } from 'node:http'
import path from 'node:path'
import process from 'node:process'

const [, , port, servicePort, dist = ''] = process.argv
const agent = new Agent({ keepAlive: true })
const files = new Map<string, Buffer>()

function file(address: string): Buffer {
  const known = files.get(address)
  if (known !== undefined) return known
  const read = readFileSync(path.join(dist, `${address === '/' ? '/index.html' : address}.gz`))
  files.set(address, read)
  return read
}

createServer((incoming, response) => {
  const { url = '/', method, headers } = incoming
  if (!url.startsWith('/api/')) {
    const body = file(url)
    response.writeHead(200, { 'Content-Encoding': 'gzip', 'Content-Length': body.length })
    response.end(body)
    return
  }
  const outgoing = request(
    {
      port: servicePort,
      host: '127.0.0.1',
      method,
      path: url.slice('/api'.length),
      agent,
      headers: { ...headers, host: 'service' },
    },
    (answer) => {
      const chunks: Buffer[] = []
      answer.on('data', (chunk: Buffer) => chunks.push(chunk))
      answer.on('end', () => {
        const body = Buffer.concat(chunks)
        response.writeHead(answer.statusCode ?? 502, {
          'Content-Type': 'application/json',
          'Content-Length': body.length,
        })
        response.end(body)
      })
    },
  )
  incoming.pipe(outgoing)
}).listen(Number(port), '127.0.0.1')
