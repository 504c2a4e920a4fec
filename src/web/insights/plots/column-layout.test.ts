import { expect, test } from 'vitest'

import {
  layOutColumns,
  placeTick,
  type PlotColumn,
  stackParts,
} from '#web/insights/plots/column-layout.ts'
import type { PlotMark } from '#web/insights/plots/plot-mark.ts'

const axis = { format: String, isWhole: true }

function column(id: string, ...parts: [fill: string, value: number][]): PlotColumn {
  const mark = (name: string): PlotMark => ({
    id: name,
    name,
    count: 0,
    selection: { by: 'failure', shape: name },
  })
  return {
    tick: id,
    whole: mark(id),
    parts: parts.map(([fill, value]) => ({ fill, value, mark: mark(`${id} ${fill}`) })),
  }
}

test('a column stacks its parts in their order, whatever the columns before it have', () => {
  const columns = [column('a', ['red', 2]), column('b', ['green', 3], ['red', 1])]
  const layout = layOutColumns(columns, axis, 652)
  const [green, red] = stackParts(layout, columns[1] ?? column('b'))
  expect(green).toMatchObject({ part: { fill: 'green' }, top: layout.y(3) })
  expect(red).toMatchObject({ part: { fill: 'red' }, top: layout.y(4) })
  expect((red?.top ?? 0) + (red?.height ?? 0)).toBeCloseTo(green?.top ?? 0)
})

test('columns share the width, and are wide enough for a finger where there are many', () => {
  const columns = (count: number) =>
    Array.from({ length: count }, (_, index) => column(String(index), ['red', 1]))
  expect(layOutColumns(columns(6), axis, 652)).toMatchObject({ band: 100, right: 652 })
  expect(layOutColumns(columns(100), axis, 652)).toMatchObject({ band: 24, right: 2452 })
})

test('an axis of whole numbers has no values between them', () => {
  const columns = [column('a', ['red', 1])]
  expect(layOutColumns(columns, axis, 652).gridValues).toEqual([0, 1])
  expect(layOutColumns(columns, { ...axis, isWhole: false }, 652).gridValues).toContain(0.6)
})

test('the last label ends with the plot', () => {
  const columns = Array.from({ length: 45 }, (_, index) => column(String(index), ['red', 1]))
  const layout = layOutColumns(columns, axis, 652)
  expect(placeTick(layout, 0).textAnchor).toBe('start')
  expect(placeTick(layout, 44)).toEqual({ x: layout.right, textAnchor: 'end' })
})
