import { expect, test } from 'vitest'

import { TASK_STATUS } from '#contract/video-tasks.ts'
import { dayOf, readDay, startOfDay, writeDay } from '#web/format/calendar.ts'
import { oneStatus, readSearch } from '#web/task-list/search/search-terms.ts'
import type { Limits, SearchCondition } from '#web/task-list/search/search-readers.ts'

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
    case 'late':
      return condition.kind
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
  [UUID, `task ${UUID}`],
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

test.each<[string, ...string[]]>([
  // amounts
  ['price > 1,000', 'price >1000'],
  ['over 1,000 points', 'price >1000'],
  ['price 1.000', 'price >=1000 <=1000'],
  ['price 1 000', 'price >=1000 <=1000'],
  ['over 1,000 s', 'elapsed >16.666666666666668'],
  ['over 1.5k points', 'price >1500'],
  ['超过1万积分', 'price >10000'],
  ['price < 36', 'price <36'],
  ['price<=10', 'price <=10'],
  ['price ≥ 5', 'price >=5'],
  ['价格低于10', 'price <10'],
  ['价格不低于10', 'price >=10'],
  ['at most 5 points', 'price <=5'],
  ['no more than 5 points', 'price <=5'],
  ['5 or more points', 'price >=5'],
  ['5 points or less', 'price <=5'],
  ['20积分以上', 'price >=20'],
  ['price over 5 under 8', 'price >5 <8'],
  ['price > 5 and < 8', 'price >5 <8'],
  ['5-10 points', 'price >=5 <=10'],
  ['price between 10 and 5', 'price >=5 <=10'],
  ['price:>10', 'price >10'],
  ['not over 5 points', 'price <=5'],
  ['over 6m 27s', 'elapsed >6.45'],
  ['over 1 min 30 s', 'elapsed >1.5'],
  ['over 1h30m', 'elapsed >90'],
  ['over 1:30', 'elapsed >1.5'],
  ['over 1:00:30', 'elapsed >60.5'],
  ['半小时以上', 'elapsed >=30'],
  ['over half an hour', 'elapsed >30'],
  ['took 5 min', 'took >=5 <6'],
  ['took 6m 27s', 'took >=6.45 <6.466666666666667'],
  ['took at least 2 min under 5 min', 'took >=2 <5'],
  ['用时少于一分钟', 'took <1'],
  // not, or
  ['not failed', 'not failed'],
  ['status failed', 'failed'],
  ['状态失败', 'failed'],
  ['status:failed', 'failed'],
  ['show me failed tasks', 'failed'],
  ['slower than 5 min', 'elapsed >5'],
  ['NOT failed', 'not failed'],
  ['-failed', 'not failed'],
  ['!failed', 'not failed'],
  ['不是失败', 'not failed'],
  ['没有失败', 'not failed'],
  ["isn't completed", 'not completed'],
  ['not yet completed', 'not completed'],
  ['neither failed nor completed', 'not failed', 'not completed'],
  ['no note', 'not note'],
  ['without notes', 'not note'],
  ['没有备注', 'not note'],
  ['not starred', 'not isStarred'],
  ['no price', 'not price'],
  ['not today', 'not created 2026-11-27..2026-11-27'],
  ['not over 5 min', 'elapsed <=5'],
  ['all but failed', 'not failed'],
  ['-face', 'not "face"'],
  ['not "too dark"', 'not "too dark"'],
  ['not #812', 'not task 812'],
  ['not detected', '"not"', '"detected"'],
  ['failed or completed', '(failed | completed)'],
  ['failed completed', '(failed | completed)'],
  ['failed OR pending', '(failed | pending)'],
  ['失败或等待中', '(failed | pending)'],
  ['ended failed', 'ended', 'failed'],
  ['face or hand', '("face" | "hand")'],
  ['failed or', 'failed', '"or"'],
  [
    'failed yesterday or today',
    'failed',
    '(created 2026-11-26..2026-11-26 | created 2026-11-27..2026-11-27)',
  ],
  ['昨天和今天', '(created 2026-11-26..2026-11-26 | created 2026-11-27..2026-11-27)'],
  ['price 5 or price 10', '(price >=5 <=5 | price >=10 <=10)'],
  ['price 12 or 20', '(price >=12 <=12 | price >=20 <=20)'],
  ['12 or 36 points', '(price >=12 <=12 | price >=36 <=36)'],
  ['价格 5 或 10 或 15', '(price >=5 <=5 | price >=10 <=10 | price >=15 <=15)'],
  ['took 5 or 10 min', '(took >=5 <6 | took >=10 <11)'],
  ['price 12 or failed', '(price >=12 <=12 | failed)'],
  // days
  ['after 2026-11-20', 'created 2026-11-20..'],
  ['since 2026-11-01', 'created 2026-11-01..'],
  ['since yesterday', 'created 2026-11-26..'],
  ['2026-11-01 onwards', 'created 2026-11-01..'],
  ['from yesterday on', 'created 2026-11-26..'],
  ['from yesterday', 'created 2026-11-26..2026-11-26'],
  ['between 2026-11-01 and 2026-11-09', 'created 2026-11-01..2026-11-09'],
  ['11月3日以后', 'created 2026-11-03..'],
  ['昨天以来', 'created 2026-11-26..'],
  ['从昨天开始', 'created 2026-11-26..'],
  ['从11月1日到11月9日', 'created 2026-11-01..2026-11-09'],
  ['created:>2026-11-01', 'created 2026-11-01..'],
  ['created: yesterday', 'created 2026-11-26..2026-11-26'],
  ['before 2026-11-27', 'created ..2026-11-26'],
  ['until 2026-11-27', 'created ..2026-11-27'],
  ['11月27日之前', 'created ..2026-11-26'],
  ['截至11月3日', 'created ..2026-11-03'],
  ['since 2026-11-01 before 2026-11-09', 'created 2026-11-01..', 'created ..2026-11-08'],
  ['2026-11-27..2026-11-01', 'created 2026-11-01..2026-11-27'],
  ['2026-11-26T10:00:00.000Z', 'created 2026-11-26 10:00..2026-11-26 10:01'],
  ['2026-11-26T10:00', 'created 2026-11-26 10:00..2026-11-26 10:01'],
  ['2026-11-26T10:00:00+02:00', 'created 2026-11-26 08:00..2026-11-26 08:01'],
  ['2026/11/26 10:00', 'created 2026-11-26 10:00..2026-11-26 10:01'],
  ['since 2026-11-26T10:00', 'created 2026-11-26 10:00..'],
  ['yesterday 10:00', 'created 2026-11-26 10:00..2026-11-26 10:01'],
  ['yesterday at 3pm', 'created 2026-11-26 15:00..2026-11-26 16:00'],
  ['yesterday after 10:00', 'created 2026-11-26 10:00..2026-11-27 00:00'],
  ['yesterday 10:00-12:00', 'created 2026-11-26 10:00..2026-11-26 12:01'],
  ['今天10点', 'created 2026-11-27 10:00..2026-11-27 11:00'],
  ['今天上午9点到11点', 'created 2026-11-27 09:00..2026-11-27 11:01'],
  ['今天下午3点到5点', 'created 2026-11-27 15:00..2026-11-27 17:01'],
  ['yesterday 9am to 11am', 'created 2026-11-26 09:00..2026-11-26 11:01'],
  ['until 2026-11-26 3pm', 'created ..2026-11-26 15:01'],
  ['今天下午3点半', 'created 2026-11-27 15:30..2026-11-27 15:31'],
  ['2026年11月27日10点失败', 'created 2026-11-27 10:00..2026-11-27 11:00', 'failed'],
  ['前天', 'created 2026-11-25..2026-11-25'],
  ['the day before yesterday', 'created 2026-11-25..2026-11-25'],
  ['最近一周', 'created 2026-11-21..2026-11-27'],
  ['近一个月', 'created 2026-10-28..2026-11-27'],
  ['最近3个月', 'created 2026-08-28..2026-11-27'],
  ['三天内', 'created 2026-11-25..2026-11-27'],
  ['十一月三日', 'created 2026-11-03..2026-11-03'],
  ['上上周', 'created 2026-11-09..2026-11-15'],
  ['本周五', 'created 2026-11-27..2026-11-27'],
  ['上上周五', 'created 2026-11-13..2026-11-13'],
  ['26年11月3日', 'created 2026-11-03..2026-11-03'],
  ['last 24h', 'since 1440 min'],
  ['last hour', 'since 60 min'],
  ['24小时内', 'since 1440 min'],
  ['since 2 hours ago', 'since 120 min'],
  ['older than 3 hours', 'not since 180 min'],
  ['2 hours ago', '(since 180 min & not since 120 min)'],
  ['2 days ago', 'created 2026-11-25..2026-11-25'],
  ['two days ago', 'created 2026-11-25..2026-11-25'],
  ['3天前', 'created 2026-11-24..2026-11-24'],
  ['2 weeks ago', 'created 2026-11-09..2026-11-15'],
  ['last 3 months', 'created 2026-08-28..2026-11-27'],
  ['last two weeks', 'created 2026-11-14..2026-11-27'],
  ['last weekend', 'created 2026-11-21..2026-11-22'],
  ['上周末', 'created 2026-11-21..2026-11-22'],
  ['last quarter', 'created 2026-07-01..2026-09-30'],
  ['去年11月', 'created 2025-11-01..2025-11-30'],
  ['前年11月3日', 'created 2024-11-03..2024-11-03'],
  ['Nov 1-9', 'created 2026-11-01..2026-11-09'],
  ['11月1日到9日', 'created 2026-11-01..2026-11-09'],
  ['since Nov', 'created 2026-11-01..'],
  ['before 2026', 'created ..2025-12-31'],
  ['in May', 'created 2026-05-01..2026-05-31'],
  ['3.11.2026', 'created 2026-11-03..2026-11-03'],
  ['11/27/2026', 'created 2026-11-27..2026-11-27'],
  ['03/04/2026', '"03/04/2026"'],
  ['may', '"may"'],
  // messages that are pasted
  [
    'We could not find a face in this image',
    '("We could not find a face in this image" | ("We" & "could" & "not" & "face" & "image"))',
  ],
  [
    'Processing failed: face not detected',
    '("Processing failed: face not detected" | ((processing | failed) & "face" & "not" & "detected"))',
  ],
  ['Queued job is pending', '("Queued job is pending" | (pending & "job"))'],
  ['No video stream found', '("No video stream found" | (not video & "stream" & "found"))'],
  [
    'the sun is too bright',
    '("the sun is too bright" | (created 2026-11-22..2026-11-22 & "too" & "bright"))',
  ],
  [
    'Error #12: face not found',
    '("Error #12: face not found" | ("Error" & task 12 & "face" & "not" & "found"))',
  ],
  ['Pending (timeout)', '("Pending (timeout)" | (pending & "timeout"))'],
  ['(404)', '"404"'],
  ['【404】。', '"404"'],
  ['"(404)"', '"(404)"'],
  ['张三（已处理）', '"张三(已处理)"'],
  ['today background sideways', 'created 2026-11-27..2026-11-27', '"background"', '"sideways"'],
  ['#5 failed', 'task 5', 'failed'],
  ['last, week, failed', '"last"', '"week"', 'failed'],
  ['over; 5 min; failed', '"over"', '"5"', '"min"', 'failed'],
  // IDs
  ['1,812', '"1,812"'],
  ['812, 813', '("812" | "813")'],
  ['812 813', '("812 813" | "812" | "813")'],
  ['Task 1,812', 'task 1812|1,812'],
  ['812号任务', 'task 812'],
  ['第812号', 'task 812'],
  ['my video 812 failed yesterday', '"812"', 'failed', 'created 2026-11-26..2026-11-26'],
  ['#812 failed at 10:00', 'task 812', 'failed', '"10:00"'],
  ['Video task-812', 'task 812'],
  ['uuid=d3f1a2', '"uuid=d3f1a2"'],
  ['任务 5分钟以上', 'elapsed >=5'],
  ['tasks 5 points', 'price >=5 <=5'],
  ['No. 812', 'task 812'],
  ['tasks 812 and 813', '(task 812 | task 813)'],
  ['HTTP 404 500', '"HTTP"', '"404"', '"500"'],
  ['d3f1a2b4 0000', '"d3f1a2b4 0000"'],
  ['e0553d04 6db9552c', '("e0553d04" | "6db9552c")'],
  ['customer says d3f1a2b4-1111 is broken', '"d3f1a2b4-1111"'],
  ['everything but failed', 'not failed'],
  ['unstarred', 'not isStarred'],
  ['cheaper than 10', 'price <10'],
  ['less than an hour ago', 'since 60 min'],
  ['between 9:00 and 17:00', '"between"', '"9:00"', '"17:00"'],
  ['my video d3f1a2b4000040008000000000000005 broke', 'task d3f1a2b4000040008000000000000005'],
  [
    'd3f1a2b4000040008000000000000005 d3f1a2b4000040008000000000000006',
    '(task d3f1a2b4000040008000000000000005 | task d3f1a2b4000040008000000000000006)',
  ],
  // quotes
  ["'not detected'", '"not detected"'],
  ['‘not detected’', '"not detected"'],
  ['«not detected»', '"not detected"'],
  ['„nicht erkannt“', '"nicht erkannt"'],
  ['"say \\"hi\\""', '"say "hi""'],
  ["can't open file", '"can\'t"', '"open"', '"file"'],
  // words that say nothing, alone
  ['the', '"the"'],
  ['or', '"or"'],
  ['not', '"not"'],
  ['since', '"since"'],
])('%j, as people write it', (text, ...expected) => {
  expect(read(text)).toEqual(expected)
})

test('every term has the text that it was made of, in order', () => {
  expect(readSearch('Failed  yesterday, “over 5 min”', TODAY).map(({ text }) => text)).toEqual([
    'Failed',
    'yesterday',
    '“over 5 min”',
  ])
})

test.each<[string, 'failed' | 'completed', string, string | undefined]>([
  // what is typed: the filter goes, unless it says nothing new of the status
  ['today', 'failed', 'today; failed or completed', undefined],
  ['', 'completed', 'not failed', undefined],
  ['', 'completed', '失败或等待中', undefined],
  ['', 'completed', 'unfinished', undefined],
  ['', 'completed', 'face or hand', 'completed'],
  ['', 'failed', 'Processing failed: face', 'failed'],
  ['ended today', 'failed', 'ended', 'failed'],
])('the text %j under %j becomes %j: the filter is %j', (before, filter, text, status) => {
  const scope = { status: TASK_STATUS[filter] }
  expect(oneStatus({ ...scope, text: before }, { ...scope, text })).toEqual({ status, text })
})

test.each([
  ['failed or completed', ''],
  ['today; not failed; face', 'today face'],
  ['over 5 min', 'over 5 min'],
  ['Processing failed: face', 'Processing failed: face'],
])('a status that is chosen leaves nothing of another in %j: %j', (typed, text) => {
  const next = { status: 'failed', text: typed } as const
  expect(oneStatus({ text: typed }, next)).toEqual({ status: 'failed', text })
  expect(oneStatus(next, { text: typed })).toEqual({ text: typed })
})
