import { globSync, readFileSync } from 'node:fs'

import { expect, test } from 'vitest'

import { firmClock, firmDay, firmYear, momentOfFirm } from '../resources/kit/firmTime.ts'

/**
 * A day, year or hour that depends on the time zone of the process or the browser, or a repeated definition of the
 * firm's zone.
 */
const wrong = [
  /toISOString\(\)\s*\.(slice|substring|substr|split|replace)\(/,
  /toJSON\(\)\s*\.(slice|substring|substr|split)\(/,
  /\.get(UTC)?(FullYear|Month|Date|Day|Hours|Minutes)\(/,
  /\.set(UTC)?(FullYear|Month|Date|Hours|Minutes)\(/,
  /\.toLocale(Date|Time)String\(|\.toDateString\(|getTimezoneOffset/,
  /new Date\([^)]*\)\.toLocaleString\(/,
  /Asia\/Shanghai|\+08:00|8 \* 3_?600_?000/,
  /\bcurrent_date\b|\bnow\(\)::date\b|::date\b/i,
]

/** Places where a day is only a number or a word and no moment. */
const allowed: Record<string, string> = {
  'resources/kit/firmTime.ts': 'says what the zone is',
  'server/services/operation/backupPlaces.ts': 'names files by UTC, and says so by its Z',
  'server/services/integrations/sms/aliyun.ts': 'the provider signs by UTC',
  'server/services/integrations/sms/tencent.ts': 'the provider signs by UTC',
  'server/services/jobs/extensionTasks.ts': 'writes a crontab of the queue, which is in UTC',
  'server/services/outputs/vcard.ts': 'writes a moment in UTC, and says so by its Z',
  'resources/kit/readDay.ts': 'asks whether a calendar has the day',
  'src/grid/file/mapping.ts': 'counts the days of a spreadsheet',
}

const hits = globSync('{resources,src,server,providers}/**/*.{ts,tsx}', {
  exclude: ['server/db/seed/**', 'server/db/migrations/**'],
}).flatMap(file =>
  readFileSync(file, 'utf8')
    .split('\n')
    .flatMap((line, at) =>
      wrong.some(it => it.test(line)) ? [{ file, at: at + 1, line: line.trim() }] : [],
    ),
)

test('every day, year and hour is in the firm’s time zone', () => {
  const found = hits.filter(({ file }) => !(file in allowed)).map(it => `${it.file}:${it.at} ${it.line}`)
  expect(found, 'use resources/kit/firmTime.ts').toEqual([])
})

test('every exception is needed', () => {
  expect(Object.keys(allowed).filter(name => !hits.some(({ file }) => file === name))).toEqual([])
})

test('in the evening of UTC the firm is in the next day', () => {
  const evening = new Date('2026-12-31T16:30:00Z')
  expect(firmClock(evening)).toBe('2027-01-01 00:30:00')
  expect(firmDay(evening)).toBe('2027-01-01')
  expect(firmDay(evening.getTime() - 3_600_000)).toBe('2026-12-31')
  expect(firmYear(evening)).toBe(2027)
  expect(momentOfFirm('2027-01-01', '00:30:00')).toEqual(evening)
})
