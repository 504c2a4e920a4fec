import { afterEach, describe, expect, it } from 'vitest'

import { closeTestServers, sendRaw, startTestHost } from '#host/servers.fixture.ts'
import * as z from 'zod/mini'

afterEach(closeTestServers)

const ID = 'abcdefghijklmnopqrst_-'
const SECRET = 'SECRETsecretSECRETsecr'
const TOKEN = `WzE3NjQ1MDAw${'SECRET'.repeat(9)}.${'SECRETx'.repeat(6)}-`
const line = z.object({ path: z.string() })

describe('the log has no link of a lent view and no path of a video,', () => {
  it.each([
    [`/view/${ID}`, '/view/-'],
    [`/view/${ID}#${SECRET}`, '/view/-'],
    [`/view/${ID}%23${SECRET}`, '/view/-'],
    [`/view/${ID}/${SECRET}`, '/view/-'],
    [`/VIEW/${ID}%23${SECRET}`, '/view/-'],
    [`/View%2F${ID}%23${SECRET}`, '/view/-'],
    [`/view%2f${ID}%2523${SECRET}`, '/view/-'],
    [`/view%252f${ID}%23${SECRET}`, '/view/-'],
    [`/%76%49e%57/${ID}%23${SECRET}`, '/view/-'],
    [`/%2fview/${ID}%23${SECRET}`, '//view/-'],
    [`//view/${ID}%23${SECRET}`, '//view/-'],
    [`/x/../view/${ID}%23${SECRET}`, '/x/../view/-'],
    [`/view;${SECRET}`, '/view/-'],
    [`/api/mqview.${SECRET}.${ID}`, '/api//view/-'],
    [`/host/views/${SECRET}.${ID}`, '/host/views/-'],
    [`/HOST/Views/${ID}${SECRET}`, '/HOST/Views/-'],
    [`/host/views/${ID}/${SECRET}`, '/host/views/-'],
    [`/host/media/${TOKEN}`, '/host/media/-'],
    [`/host/media/${TOKEN}?as=SECRET`, '/host/media/-'],
    [`/Host/Media/x/${SECRET}`, '/Host/Media/-'],
    [`/x/host%2Fmedia%2F${TOKEN}`, '/x/host%2Fmedia%2F-'],
    [`/${TOKEN}/x`, '/-/x'],
  ])('such as %s', async (target, path) => {
    const host = await startTestHost()
    await sendRaw(
      host.port,
      `GET ${target} HTTP/1.1\r\nHost: localhost:${host.port}\r\nConnection: close\r\n\r\n`,
    )
    expect(host.lines.map((text) => line.parse(JSON.parse(text)).path)).toEqual([path])
    expect(host.lines.join()).not.toMatch(/SECRET/)
  })

  it.each([
    `/host/views/${ID}`,
    '/host/views',
    '/host/media',
    '/host/media/',
    '/views/x',
    '/view',
    '/review/x',
    '/view-x',
  ])('and has %s as it is', async (target) => {
    const host = await startTestHost()
    await sendRaw(
      host.port,
      `GET ${target} HTTP/1.1\r\nHost: localhost:${host.port}\r\nConnection: close\r\n\r\n`,
    )
    expect(host.lines.map((text) => line.parse(JSON.parse(text)).path)).toEqual([target])
  })
})
