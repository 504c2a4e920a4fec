import { expect, test } from 'vitest'

import { layOutColumns } from '#web/insights/plots/column-plot.tsx'
import type { PlotBar, PlotMark, PlotSpec } from '#web/insights/plots/plot-spec.ts'

function bar(below: string, ...parts: [fill: string, value: number][]): PlotBar {
  const mark = (name: string): PlotMark => ({
    name,
    count: 0,
    search: name,
  })
  return {
    below,
    heading: below,
    whole: mark(below),
    parts: parts.map(([fill, value]) => ({ fill, value, mark: mark(`${below} ${fill}`) })),
    cells: [],
  }
}

const layOut = (bars: readonly PlotBar[], axis: PlotSpec['axis'] = {}) =>
  layOutColumns(652, { bars, axis })
const bars = (count: number) =>
  Array.from({ length: count }, (_, index) => bar(String(index), ['red', 1]))

test('a column stacks its parts in their order, whatever the columns before it have', () => {
  const { columns, grid } = layOut([bar('a', ['red', 2]), bar('b', ['green', 3], ['red', 1])])
  const yOf = (wanted: number) => grid.find(({ value }) => value === wanted)?.y
  const [green, red] = columns[1]?.parts ?? []
  expect(green).toMatchObject({ part: { fill: 'green' }, box: { top: yOf(3) } })
  expect(red).toMatchObject({ part: { fill: 'red' }, box: { top: yOf(4) } })
  expect((red?.box.top ?? 0) + (red?.box.height ?? 0)).toBeCloseTo(green?.box.top ?? 0)
})

test('columns share the width, however many there are', () => {
  const widths = (count: number) => new Set(layOut(bars(count)).columns.map(({ box }) => box.width))
  expect([...widths(6)]).toEqual([100])
  expect([...widths(100)]).toEqual([6])
})

test('an axis of whole numbers has no values between them', () => {
  const values = (axis?: PlotSpec['axis']) => layOut(bars(1), axis).grid.map(({ value }) => value)
  expect(values()).toEqual([0, 1])
  expect(values({ hasFractions: true })).toContain(0.6)
})

test('a label that is wider than its column ends with it, and the last column has one', () => {
  const labels = layOut(bars(36)).columns.map(({ label }) => label)
  expect(labels[34]).toBeUndefined()
  expect(labels[35]).toMatchObject({ textAnchor: 'end' })
  expect(labels[35]?.x).toBeCloseTo(649.5)
  expect(labels[0]).toBeUndefined()
})
