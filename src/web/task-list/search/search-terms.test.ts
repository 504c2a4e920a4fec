import fc from 'fast-check'
import { expect, test } from 'vitest'

import { dayOf, readDay, startOfDay, writeDay } from '#web/format/calendar.ts'
import {
  type Limits,
  readSearch,
  type SearchCondition,
} from '#web/task-list/search/search-terms.ts'

// A Friday.
const TODAY = readDay('2026-11-27') ?? Number.NaN
const MINUTE = 60_000
const UUID = 'd3f1a2b4-0000-4000-8000-00000000a2c0'

const read = (text: string) => readSearch(text, TODAY).map(({ condition }) => words(condition))

/** A condition as a line of the tables below. */
function words(condition: SearchCondition): string {
  switch (condition.kind) {
    case 'task':
      return `task ${condition.query.map(({ start }) => start).join('|')}`
    case 'created': {
      const { from, under: to } = condition
      if (from === to || (isMidnight(from) && isMidnight(to))) {
        const last = to === undefined ? '' : writeDay(dayOf(to) - 1)
        return `created ${from === undefined ? '' : writeDay(dayOf(from))}..${last}`
      }
      return `created ${moment(from)}..${moment(to)}`
    }
    case 'since':
      return `since ${condition.ms / MINUTE} min`
    case 'elapsed': {
      const name = condition.isOver ? 'took' : 'elapsed'
      return `${name} ${limits(condition, (ms) => ms / MINUTE)}`
    }
    case 'failure':
      return `failure ${condition.shape}`
    case 'price':
      return `price ${limits(condition, (price) => price)}`.trim()
    case 'video':
      return 'video'
    case 'marked':
      return condition.mark
    case 'status':
      return condition.status
    case 'words':
      return `"${condition.text}"`
    case 'not':
      return `not ${words(condition.condition)}`
    case 'any':
    case 'all': {
      const joined = condition.conditions.map(words)
      return `(${joined.join(condition.kind === 'any' ? ' | ' : ' & ')})`
    }
  }
}

/** Whether a moment is the first of a day, or there is none. */
const isMidnight = (at: number | undefined) => at === undefined || startOfDay(dayOf(at)) === at

function moment(at: number | undefined): string {
  if (at === undefined) return ''
  const minutes = (at - startOfDay(dayOf(at))) / MINUTE
  const clock = [Math.floor(minutes / 60), minutes % 60].map((one) => String(one).padStart(2, '0'))
  return `${writeDay(dayOf(at))} ${clock.join(':')}`
}

function limits({ over, from, under, to }: Limits, shown: (value: number) => number): string {
  return [
    ...(over === undefined ? [] : [`>${shown(over)}`]),
    ...(from === undefined ? [] : [`>=${shown(from)}`]),
    ...(under === undefined ? [] : [`<${shown(under)}`]),
    ...(to === undefined ? [] : [`<=${shown(to)}`]),
  ].join(' ')
}

test.each<[string, ...string[]]>([
  [''],
  ['  , '],
  ['face', '"face"'],
  ['Face NOT detected', '"Face"', '"NOT"', '"detected"'],
  ['"not detected"', '"not detected"'],
  ['未检测到人脸', '"未检测到人脸"'],
  // days
  ['today', 'created 2026-11-27..2026-11-27'],
  ['yesterday', 'created 2026-11-26..2026-11-26'],
  ['last 7 days', 'created 2026-11-21..2026-11-27'],
  ['past 2 weeks', 'created 2026-11-14..2026-11-27'],
  ['this week', 'created 2026-11-23..2026-11-29'],
  ['last week', 'created 2026-11-16..2026-11-22'],
  ['this month', 'created 2026-11-01..2026-11-30'],
  ['last month', 'created 2026-10-01..2026-10-31'],
  ['this year', 'created 2026-01-01..2026-12-31'],
  ['last year failed', 'created 2025-01-01..2025-12-31', 'failed'],
  ['in 2025', 'created 2025-01-01..2025-12-31'],
  ['2024..2026', 'created 2024-01-01..2026-12-31'],
  ['in 2024 – 2026', 'created 2024-01-01..2026-12-31'],
  ['2024-05-01..2026', 'created 2024-05-01..2026-12-31'],
  ['2024-05-01..2026-11', 'created 2024-05-01..2026-11-30'],
  ['2026', '"2026"'],
  ['Tuesday', 'created 2026-11-24..2026-11-24'],
  ['Friday', 'created 2026-11-27..2026-11-27'],
  ['last Friday', 'created 2026-11-20..2026-11-20'],
  ['Nov 2026', 'created 2026-11-01..2026-11-30'],
  ['November 3', 'created 2026-11-03..2026-11-03'],
  ['3rd Nov 2025', 'created 2025-11-03..2025-11-03'],
  ['Dec 24', 'created 2025-12-24..2025-12-24'],
  ['2026-11-03', 'created 2026-11-03..2026-11-03'],
  ['2026/11/3', 'created 2026-11-03..2026-11-03'],
  ['2026-11', 'created 2026-11-01..2026-11-30'],
  ['2026-11-01..2026-11-09', 'created 2026-11-01..2026-11-09'],
  ['2026-11-01 to 2026-11-09', 'created 2026-11-01..2026-11-09'],
  ['2026-11-01..', 'created 2026-11-01..'],
  ['..2026-11-09', 'created ..2026-11-09'],
  ['Nov 1 – Nov 9', 'created 2026-11-01..2026-11-09'],
  ['last 2 hours', 'since 120 min'],
  ['今天', 'created 2026-11-27..2026-11-27'],
  ['昨天', 'created 2026-11-26..2026-11-26'],
  ['最近7天', 'created 2026-11-21..2026-11-27'],
  ['上周', 'created 2026-11-16..2026-11-22'],
  ['上周二', 'created 2026-11-17..2026-11-17'],
  ['周二', 'created 2026-11-24..2026-11-24'],
  ['星期天', 'created 2026-11-22..2026-11-22'],
  ['去年', 'created 2025-01-01..2025-12-31'],
  ['2025年', 'created 2025-01-01..2025-12-31'],
  ['2025年3月', 'created 2025-03-01..2025-03-31'],
  ['2024年至2025年', 'created 2024-01-01..2025-12-31'],
  ['本月', 'created 2026-11-01..2026-11-30'],
  ['上个月', 'created 2026-10-01..2026-10-31'],
  ['11月3日', 'created 2026-11-03..2026-11-03'],
  ['12月24号', 'created 2025-12-24..2025-12-24'],
  ['2026年11月', 'created 2026-11-01..2026-11-30'],
  ['11月1日到11月9日', 'created 2026-11-01..2026-11-09'],
  ['最近2小时', 'since 120 min'],
  // marks
  ['starred', 'isStarred'],
  ['starred today', 'isStarred', 'created 2026-11-27..2026-11-27'],
  ['with a star', 'isStarred'],
  ['with notes', 'note'],
  ['Hidden failed', 'isHidden', 'failed'],
  ['已加星标的失败任务', 'isStarred', 'failed'],
  ['有备注', 'note'],
  ['已隐藏', 'isHidden'],
  ['hiddenly', '"hiddenly"'],
  // durations
  ['over 5 min', 'elapsed >5'],
  ['longer than 2 hours', 'elapsed >120'],
  ['> 90s', 'elapsed >1.5'],
  ['under 30 s', 'elapsed <0.5'],
  ['2-5 min', 'elapsed >=2 <=5'],
  ['unfinished for over 10 min', 'unfinished', 'elapsed >10'],
  ['超过5分钟', 'elapsed >5'],
  ['少于30秒', 'elapsed <0.5'],
  ['5分钟以上', 'elapsed >=5'],
  // prices
  ['price 10', 'price >=10 <=10'],
  ['price > 20', 'price >20'],
  ['price 10-30', 'price >=10 <=30'],
  ['over 20 points', 'price >20'],
  ['12 points', 'price >=12 <=12'],
  ['价格 10', 'price >=10 <=10'],
  ['超过20积分', 'price >20'],
  // statuses
  ['failed', 'failed'],
  ['失败', 'failed'],
  ['"failed"', '"failed"'],
  ['openai', '"openai"'],
  ['failed today failed', 'failed', 'created 2026-11-27..2026-11-27'],
  ['finished', 'ended'],
  ['in progress', 'open'],
  ['进行中', 'open'],
  ['其他状态', 'other'],
  ['with video', 'video'],
  ['completed without a video', 'completed', 'not video'],
  ['已完成没有视频', 'completed', 'not video'],
  ['有视频', 'video'],
  ['videos from yesterday', 'created 2026-11-26..2026-11-26'],
  ['with a price', 'price'],
  ['有价格', 'price'],
  ['took over 5 min', 'took >5'],
  ['Took 2 min to 5 min', 'took >=2 <=5'],
  ['用时2分钟至5分钟', 'took >=2 <=5'],
  ['用时超过 60 秒', 'took >1'],
  // failures
  ['failed like "No face in ⟨number⟩ images"', 'failure No face in ⟨number⟩ images'],
  [String.raw`like "a \"b\" #3"`, 'failure a "b" #3'],
  ['失败原因类似"未检测到人脸"', 'failure 未检测到人脸'],
  ['no error message', 'failure '],
  ['没有错误信息', 'failure '],
  // IDs
  [UUID, `task ${UUID.replaceAll('-', '')}`],
  [`my video ${UUID} failed yesterday.`, `task ${UUID}`],
  ['#812', 'task 812'],
  ['#812, #813', '(task 812 | task 813)'],
  ['812', '"812"'],
  ['d3f1', '"d3f1"'],
  [`http://localhost:4173/tasks?task=${UUID}`, `task ${UUID}`],
  // together
  ['failed today face', 'failed', 'created 2026-11-27..2026-11-27', '"face"'],
  [
    'the ones from last Tuesday failed, something with the face',
    'created 2026-11-24..2026-11-24',
    'failed',
    '"face"',
  ],
  ['昨天失败的人脸', 'created 2026-11-26..2026-11-26', 'failed', '"人脸"'],
  ['not a day: 2026-02-30', '"not"', '"day"', '"2026-02-30"'],
  ['HTTP 404', '"HTTP"', '"404"'],
])('%j', (text, ...expected) => {
  expect(read(text)).toEqual(expected)
})

test('every term has the text that it was made of, in order', () => {
  expect(readSearch('Failed  yesterday, “over 5 min”', TODAY).map(({ text }) => text)).toEqual([
    'Failed',
    'yesterday',
    '“over 5 min”',
  ])
})

test('no text throws or hangs, and terms read the same again', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'binary' }), (text) => {
      readSearch(text, TODAY)
    }),
  )
})
