import { describe, expect, test } from 'vitest'

import { readList } from '#web/posters/list-file/read-list.ts'

const url = (name: string) => `https://images.example/${name}.png`
const cloud = (name: string) =>
  `https://res.cloud.example/demo/image/upload/w_400,h_400,c_fill/${name}.jpg`
const rect = (name: string) => `https://img.example/${name}.jpg?rect=0,0,400,400&w=200`
/** An address that a comma can end, as well as not. */
const ids = (numbers: string) => `https://img.example/render?ids=${numbers}`

/** The lines of the only way to read a list. */
function linesOf(text: string, keepsLines = false) {
  const parts = readList(text, keepsLines)
  expect(parts.length).toBeLessThanOrEqual(1)
  return parts[0]?.lines ?? []
}

describe('what separates is found from where addresses stand', () => {
  const a = url('a')
  const b = url('b')
  const both = [a, b]
  test.each([
    ['commas', `name,image\nAnn,${a}\n"B, ""b""","${b}"\r\n`],
    ['semicolons', `name;image\r\nAnn;${a}\r\nB;${b}`],
    ['tabs', `name\timage\nAnn\t${a}\nB\t${b}\n`],
    ['pipes', `name|image\nAnn|${a}\nB|${b}`],
    ['pipes as in Markdown', `| name | image |\n|--|--|\n| A | ${a} |\n| B | ${b} |`],
    ['a title line', `Posters for spring\n\nname;image\nAnn;${a}\nB;${b}`],
    ['a title with empty cells', `Spring;;\nimage;name;\n${a};Ann;\n${b};B;`],
    ['a title with commas', `Ann, Bob, and Cy\nname;image\nAnn;${a}\nB;${b}`],
    ['a heading with commas', `name, first, last;image\nAnn, A;${a}\nB, b;${b}`],
    ['an unquoted name with a comma', `name,image,note\nA,a,${a},x\nB,${b},y`],
    ['sep=', `sep=;\nname;image\nAnn;${a}\nB;${b}`],
    ['sep= that is not so', `sep=|\nname;image\nAnn;${a}\nB;${b}`],
    ['old Mac line ends', `name;image\rAnn;${a}\rB;${b}`],
    ['line breaks in cells', `name,image\n"An\nn",${a}\n"B\r\nb",${b}`],
    ['blanks after commas', `name, image\nAnn, "${a}"\nB, ${b}`],
    ['an address first', `image,name\n${a},Ann\n${b},Bob`],
    ['an address first, without a heading', `${a},Ann\n${b},B`],
    ['an address first, and commas behind', `${a};Ann, a\n${b};B, b`],
    ['a comma at each end', `${a},\n${b},\n`],
    ['addresses side by side', both.join(',')],
    ['addresses side by side, with blanks', both.join(' ; ')],
    ['lines of one cell', `"An image"\n"${a}"\n"${b}"`],
    ['several lines in a cell', `name,images\nAnn,"${a}\n${b}"`],
    ['a quote that is never closed', `a,b\n"x,${a}\ny,${b}\n`],
    ['quotes inside', `name,image\n"Ann" A,${a}\n5" B,${b}`],
    ['an address in each row, in other columns', `${a},,\n,${b},`],
  ])('%s', (_kind, text) => {
    expect(linesOf(text)).toEqual(both)
    expect(linesOf(text, true).filter((line) => both.includes(line))).toEqual(both)
  })
})

describe('an address keeps the separators that it has', () => {
  test.each([
    ['one column with a heading', `url\n${cloud('a')}\n${cloud('b')}`, [cloud('a'), cloud('b')]],
    ['one column without', `${cloud('a')}\n${cloud('b')}\n`, [cloud('a'), cloud('b')]],
    ['a comma in a query', `url\n${rect('a')}\n${rect('b')}`, [rect('a'), rect('b')]],
    ['the same without a heading', `${rect('a')}\n${rect('b')}`, [rect('a'), rect('b')]],
    ['numbers, below a heading', `Image\n${ids('1,2')}\n${ids('3')}`, [ids('1,2'), ids('3')]],
    ['after a name', `name,url\nAnn,${cloud('a')}\nB,${url('b')}`, [cloud('a'), url('b')]],
    [
      'after a name, without a heading',
      `Ann,${cloud('a')}\nB,${cloud('b')}`,
      [cloud('a'), cloud('b')],
    ],
    ['after a name and a semicolon', `name;url\nAnn;${cloud('a')}`, [cloud('a')]],
    [
      'before a name and a semicolon',
      `${cloud('a')};Ann\n${cloud('b')};B`,
      [cloud('a'), cloud('b')],
    ],
    [
      'between columns',
      `name,url,note\nAnn,${cloud('a')},x\nB,${ids('1,2')},y`,
      [cloud('a'), ids('1,2')],
    ],
    ['quoted', `name,url\nAnn,"${ids('1,2')}"`, [ids('1,2')]],
    ['semicolons', `url\nhttps://i.example/a;v=1/b.jpg`, ['https://i.example/a;v=1/b.jpg']],
    [
      'and other columns stay out',
      `${cloud('a')},2026/03/01,N/A\n${cloud('b')},,`,
      [cloud('a'), cloud('b')],
    ],
    [
      'in Chinese',
      `链接\nhttps://i.example/w_4,h_4/头像.jpg`,
      ['https://i.example/w_4,h_4/头像.jpg'],
    ],
  ])('%s', (_kind, text, lines) => {
    expect(linesOf(text)).toEqual(lines)
  })
})

describe('a person chooses', () => {
  const names = (text: string, keepsLines = false) =>
    readList(text, keepsLines).map(({ kind, name, column }) => [kind, name, column])

  test('between two columns of addresses, by their names', () => {
    const text = `page,image\n${url('p1')},${cloud('1')}\n${url('p2')},\n`
    expect(names(text)).toEqual([
      ['column', 'page', 1],
      ['column', 'image', 2],
      ['columns', '', 1],
    ])
    const [page, image, all] = readList(text, false)
    expect(page?.lines).toEqual([url('p1'), url('p2')])
    expect(image).toMatchObject({ lines: [cloud('1')], leftOut: [{ row: 3 }] })
    expect(all?.lines).toEqual([url('p1'), cloud('1'), url('p2')])
  })

  test('between two columns without names', () => {
    expect(names(`${url('p1')}\t${url('1')}\n${url('p2')}\t${url('2')}`)).toEqual([
      ['column', '', 1],
      ['column', '', 2],
      ['columns', '', 1],
    ])
  })

  test('if a comma can be inside an address or behind it', () => {
    const text = `${ids('1,2')}\n${ids('3,4')}`
    expect(readList(text, false)).toMatchObject([
      { kind: 'column', lines: [ids('1'), ids('3')] },
      { kind: 'lines', lines: [ids('1,2'), ids('3,4')] },
    ])
    // A text file has an address in each line.
    expect(linesOf(text, true)).toEqual([ids('1,2'), ids('3,4')])
    expect(readList(`Ann,${ids('1,2')}`, false).map(({ lines }) => lines)).toEqual([
      [ids('1')],
      [ids('1,2')],
    ])
  })
})

describe('rows without an address', () => {
  test('are left out by number, the heading is not one of them', () => {
    const text = `name;image\nA;${url('a')}\n\nB;no picture\nC;\nD;www.images.example/d.png\n`
    expect(readList(text, false)).toEqual([
      {
        kind: 'column',
        name: 'image',
        column: 2,
        lines: [url('a')],
        leftOut: [
          { row: 4, text: 'B; no picture' },
          { row: 5, text: 'C;' },
          { row: 6, text: 'D; www.images.example/d.png' },
        ],
      },
    ])
  })

  test('above the first address, too, and after sep=', () => {
    const text = `sep=,\nname,image\nA,nope\nB,ftp://x/b.png\nC,${url('c')}`
    expect(readList(text, false)).toMatchObject([
      { name: 'image', lines: [url('c')], leftOut: [{ row: 3 }, { row: 4 }] },
    ])
    expect(readList(`image\n${url('a')}\nshop 1`, false)).toMatchObject([
      { name: 'image', leftOut: [{ row: 3, text: 'shop 1' }] },
    ])
    expect(readList(`www.a.example/1.png\n${url('a')}`, false)).toMatchObject([
      { leftOut: [{ row: 1, text: 'www.a.example/1.png' }] },
    ])
  })

  test('stay as lines where a text has one address per line', () => {
    expect(linesOf('www.images.example/a.png\n', true)).toEqual(['www.images.example/a.png'])
    expect(linesOf(`oops, no\n${url('a')}\n\nagain\n`, true)).toEqual([
      'oops, no',
      url('a'),
      'again',
    ])
  })
})

test.each([
  [`name,image\nAnn,"=HYPERLINK(""${cloud('a')}"",""face (1)"")"`],
  [`name,image\nAnn,=HYPERLINK("${cloud('a')}","face, (1)")`],
  [`name;image\nAnn;=HYPERLINK("${cloud('a')}";"face; 1")`],
  [`name;image\nAnn;=HYPERLINK("${cloud('a')}"; A2)`],
  [`name\timage\nAnn\t=IMAGE("${cloud('a')}")`],
  [`name;image\nAnn;"'=hiperv.link(""${cloud('a')}"")"`],
  [`=HYPERLINK("${cloud('a')}","face")\n`],
])('a formula with an address is that address: %j', (text) => {
  expect(linesOf(text)).toEqual([cloud('a')])
})

test('a formula that makes an address is no address', () => {
  expect(
    readList(
      `name,image
Ann,"=HYPERLINK(""${cloud('a')}""&A1)"`,
      false,
    ),
  ).toEqual([])
})

test.each(['', '\n\n', 'name,image\nAnn,none', 'just words'])('no address, no way: %j', (text) => {
  expect(readList(text, false)).toEqual([])
})

test('ten thousand rows', () => {
  const text = Array.from({ length: 10_000 }, (_, row) => `"n ${row}",${cloud(String(row))}`)
  expect(linesOf(text.join('\n'))).toHaveLength(10_000)
})
