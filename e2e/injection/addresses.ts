import type { Family } from './injection-string.ts'

/** Texts where an address is expected. */

const scripts = [
  'javascript:pwned()',
  ' javascript:pwned()',
  '\u0001javascript:pwned()',
  'java\nscript:pwned()',
  'java\u0000script:pwned()',
  'javascript&colon;pwned()',
  'jav%61script:pwned()',
  'ｊavascript:pwned()',
  'javascript://a.example/%0apwned()',
  'javascript:"https://a.example/v.mp4";pwned()',
  'feed:javascript:pwned()',
  'vbscript:pwned()',
] as const

const documents = [
  'data:text/html,<script>pwned()</script>',
  'data:text/html;base64,PHNjcmlwdD5wd25lZCgpPC9zY3JpcHQ+',
  'data:image/svg+xml,<svg xmlns="http://www.w3.org/2000/svg" onload="pwned()"/>',
  'data:,https://a.example/v.mp4',
  'blob:https://a.example/0b51b8a4-6a0a-4f5e-9a9e-7d0d1f6f2c11',
  'filesystem:https://a.example/temporary/v.html',
  'file:///etc/passwd',
  'about:blank',
  'chrome://settings',
  'intent://a.example/#Intent;scheme=https;end',
  'ftp://a.example/v.mp4',
  'mailto:a@a.example?body=x',
  'ms-word:ofe|u|https://evil.example/x.docx',
  'web+marquee:x',
] as const

const notAddresses = [
  '//evil.example/v.mp4',
  '\\\\evil.example\\share\\v.mp4',
  '/tasks?status=failed',
  'evil.example/v.mp4',
  'https:/evil.example/v.mp4',
  'https://',
  'https://user:secret@evil.example/v.mp4',
  'https://a.example@evil.example/v.mp4',
  'https://a b.example/v.mp4',
  'https://[::1/v.mp4',
  'https://a.example:port/v.mp4',
  'https://<script>pwned()</script>/',
  'ｈｔｔｐｓ：／／a.example/v.mp4',
  'https\u200b://a.example/v.mp4',
] as const

/** All of these are http or https. */
const httpAddresses = [
  'https://a.example/v.mp4',
  'HTTPS://A.EXAMPLE/V.MP4',
  'http://a.example/v.webm',
  '  https://a.example/v.mp4  ',
  'https://a.exam\nple/v\t.mp4',
  'https://a.example/"onmouseover="pwned()',
  "https://a.example/'onfocus='pwned()'autofocus='",
  'https://a.example/"><script>pwned()</script>',
  'https://a.example/v.mp4?x=<img src=x onerror=pwned()>',
  'https://a.example/v.mp4#<img src=x onerror=pwned()>',
  'https://a.example/javascript:pwned()',
  'https://a.example/v\u202e4pm.exe',
  'https://a.example/%E2%80%AE4pm.exe',
  'https://a.example/v\u200b\u2066.mp4',
  'https://a.example/شكرا/v.mp4',
  'https://\u0430.example/v.mp4',
  'https://xn--80ak6aa92e.example/v.mp4',
  'https://a.example/../../etc/passwd',
  'https://a.example/%00v.mp4',
  'https://a.example/%0d%0aSet-Cookie:x=1',
  'https://a.example/v.exe',
  'https://a.example/v.svg',
  'https://a.example/v.mp4?.exe',
  'https://a.example:8443/v.mp4',
  'https://[2606:4700::1]/v.mp4',
  'https://2130706433/v.mp4',
  'https://a.example./v.mp4',
  'https://@a.example/v.mp4?x@',
  'https://a.example/v.mp4?url=https://evil.example/',
  'https://a.example//evil.example/v.mp4',
  'https://a.example/=HYPERLINK("x")',
  'https://a.example/{{7*7}}${7*7}',
  "https://a.example/v.mp4'%20OR%201=1--",
  'https://a.example/\ud800.mp4',
  `https://a.example/${'a'.repeat(3000)}.mp4`,
  `https://${'a.'.repeat(100)}example/v.mp4`,
] as const

/** Addresses that do harm, or that only look like addresses. */
export const addresses: readonly Family[] = [
  ['addresses that are scripts', scripts],
  ['addresses of other schemes', documents],
  ['texts that almost are http addresses', notAddresses],
]

/** Addresses that may become links. */
export const webAddresses: Family = ['http addresses with something in them', httpAddresses]
