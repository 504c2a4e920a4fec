import { readFileSync } from 'node:fs'
import path from 'node:path'

import { expect, it } from 'vitest'
import * as z from 'zod/mini'

import { createHostMetrics } from '#host/metrics/host-metrics.ts'

const folder = path.resolve(import.meta.dirname, '../docs/operations')
const read = (file: string) => readFileSync(path.join(folder, file), 'utf8')

const dashboard = z.object({
  title: z.string(),
  panels: z.array(
    z.object({
      id: z.int(),
      title: z.string(),
      gridPos: z.object({ x: z.int(), y: z.int(), w: z.int(), h: z.int() }),
      targets: z.array(z.object({ expr: z.string() })),
    }),
  ),
})

/** The names of figures in an expression: they have a prefix, unlike functions and labels. */
const figuresIn = (text: string) => text.match(/\b(?:marquee|nodejs|process)_[a-z0-9_]+/g) ?? []
/** The values of a label in an expression. */
const valuesIn = (text: string, label: string) =>
  [...text.matchAll(new RegExp(`\\b${label}=~?"([^"]+)"`, 'g'))].flatMap(([, values = '']) =>
    values.split('|'),
  )

it.each(['grafana-dashboard.json', 'alerts.yml'])(
  '%s names figures that the host has',
  async (file) => {
    const { text } = await createHostMetrics().read()
    const known = new Set(
      [...text.matchAll(/^# TYPE (\S+) (\S+)$/gm)].flatMap(([, name = '', type]) =>
        type === 'histogram' ? [`${name}_bucket`, `${name}_count`, `${name}_sum`] : [name],
      ),
    )
    const named = new Set(figuresIn(read(file)))
    expect(named.size).toBeGreaterThan(3)
    expect([...named].filter((name) => !known.has(name))).toEqual([])
  },
)

it.each(['event', 'finding'])(
  'alerts name values of the label %s that there are',
  async (label) => {
    const { text } = await createHostMetrics().read()
    const known = new Set(valuesIn(text, label))
    const named = valuesIn(read('alerts.yml'), label)
    expect(named.length).toBeGreaterThan(1)
    expect(named.filter((value) => !known.has(value))).toEqual([])
  },
)

it('the dashboard has panels that do not overlap, each with an id of its own', () => {
  const { panels } = dashboard.parse(JSON.parse(read('grafana-dashboard.json')))
  const cells = panels.flatMap(({ gridPos: { x, y, w, h } }) =>
    Array.from({ length: w * h }, (_, index) => `${x + (index % w)} ${y + Math.floor(index / w)}`),
  )
  expect(new Set(cells).size).toBe(cells.length)
  expect(new Set(panels.map(({ id }) => id)).size).toBe(panels.length)
})

it('each alert is explained', () => {
  const names = Array.from(read('alerts.yml').matchAll(/alert: (\S+)/g), ([, name = '']) => name)
  const text = readFileSync(path.join(folder, '../operations.md'), 'utf8')
  expect(names.length).toBeGreaterThan(3)
  expect(names.filter((name) => !text.includes(`\`${name}\``))).toEqual([])
})
