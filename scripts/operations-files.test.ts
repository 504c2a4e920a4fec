import { readFileSync } from 'node:fs'
import { createServer } from 'node:http'
import path from 'node:path'

import { parser } from '@prometheus-io/lezer-promql'
import { describe, expect, it } from 'vitest'
import { parse } from 'yaml'
import * as z from 'zod/mini'

import { createHostMetrics } from '#host/metrics/host-metrics.ts'

const folder = path.resolve(import.meta.dirname, '../docs/operations')
const read = (file: string) => readFileSync(path.join(folder, file), 'utf8')

const dashboard = z
  .object({
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
  .parse(JSON.parse(read('grafana-dashboard.json')))
const { groups } = z
  .strictObject({
    groups: z.array(
      z.strictObject({
        name: z.string(),
        rules: z.array(
          z.strictObject({
            alert: z.string(),
            expr: z.string(),
            for: z.optional(z.string().check(z.regex(/^\d+[smh]$/))),
            labels: z.strictObject({ severity: z.enum(['page', 'ticket']) }),
            annotations: z.strictObject({ summary: z.string() }),
          }),
        ),
      }),
    ),
  })
  .parse(parse(read('alerts.yml')))

const rules = groups.flatMap((group) => group.rules)
/** What Prometheus gets: Grafana fills in its own variables. */
const expressions = [
  ...rules.map(({ alert, expr }): [string, string] => [alert, expr]),
  ...dashboard.panels.flatMap(({ title, targets }) =>
    targets.map(({ expr }): [string, string] => [
      title,
      expr.replaceAll('$__rate_interval', '1m').replaceAll('$job', 'marquee'),
    ]),
  ),
]

/** The texts of all nodes of a kind in PromQL; '⚠' are those that it does not understand. */
function nodesIn(expression: string, kind: string): string[] {
  const found: string[] = []
  parser.parse(expression).iterate({
    enter({ name, from, to }) {
      if (name === kind) found.push(expression.slice(from, to))
    },
  })
  return found
}

const host = createHostMetrics()
host.watch(createServer())
host.watchCreations({ areAccepted: () => Promise.resolve(true), heldReplies: () => 0 })
const { text } = await host.read()
const metrics = new Set([
  'up',
  ...[...text.matchAll(/^# TYPE (\S+) (\S+)$/gm)].flatMap(([, name = '', type]) =>
    type === 'histogram' ? [`${name}_bucket`, `${name}_count`, `${name}_sum`] : [name],
  ),
])
const valuesInMetrics = (label: string) =>
  Array.from(text.matchAll(new RegExp(`\\b${label}="([^"]+)"`, 'g')), ([, value = '']) => value)
/** The values that a label of the host can have, where they are few. */
const known: Readonly<Record<string, Set<string>>> = {
  event: new Set(valuesInMetrics('event')),
  host_error_code: new Set(valuesInMetrics('host_error_code')),
  route: new Set(valuesInMetrics('route')),
  job: new Set(['marquee']),
}

/** Whether the host has the label of a matcher such as `route=~"listVideoTasks|createPosterTask"`, and its values. */
function isKnown(matcher: string): boolean {
  const [, label = '', values = ''] = /^(\w+)(?:=~?|!=|!~)"(.*)"$/.exec(matcher) ?? []
  if (label === 'status') return /^(?:0|[1-5]\.\.)$/.test(values)
  return values.split('|').every((value) => known[label]?.has(value) === true)
}

describe.each(expressions)('%s', (_name, expression) => {
  it('is PromQL, and asks for metrics and labels that the host has', () => {
    expect(nodesIn(expression, '⚠')).toEqual([])
    const asked = nodesIn(expression, 'Identifier')
    expect(asked.length).toBeGreaterThan(0)
    expect(asked.filter((name) => !metrics.has(name))).toEqual([])
    expect(nodesIn(expression, 'UnquotedLabelMatcher').filter((one) => !isKnown(one))).toEqual([])
  })
})

it('would find what is wrong in an expression', () => {
  expect(nodesIn('sum(rate(marquee_creations_total[5m])', '⚠')).toHaveLength(1)
  expect(nodesIn('sum(up{job="marquee"})', 'Identifier')).toEqual(['up'])
  expect(nodesIn('sum(up{job="marquee"})', 'UnquotedLabelMatcher')).toEqual(['job="marquee"'])
})

it('the dashboard has panels that do not overlap, each with an id of its own', () => {
  const { panels } = dashboard
  const cells = panels.flatMap(({ gridPos: { x, y, w, h } }) =>
    Array.from({ length: w * h }, (_, index) => `${x + (index % w)} ${y + Math.floor(index / w)}`),
  )
  expect(new Set(cells).size).toBe(cells.length)
  expect(new Set(panels.map(({ id }) => id)).size).toBe(panels.length)
})

it('each alert is explained', () => {
  const guide = readFileSync(path.join(folder, '../operations.md'), 'utf8')
  expect(rules.length).toBeGreaterThan(3)
  expect(rules.map(({ alert }) => alert).filter((name) => !guide.includes(`\`${name}\``))).toEqual(
    [],
  )
})
