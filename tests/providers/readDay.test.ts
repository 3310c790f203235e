import { describe, expect, test } from 'vitest'

import { dayFault } from '../../resources/kit/cellFaults.ts'
import { readDay, readMonth } from '../../resources/kit/readDay.ts'

describe('a day', () => {
  test.each([
    '2020-05-01',
    '2020-5-1',
    '2020/5/1',
    '2020.5.1',
    '2020.5.1.',
    '2020、5、1',
    '2020，5，1',
    '2020 05 01',
    '20200501',
    '20200501.0',
    '2020年5月1日',
    '2020年5月1号',
    '2020年5月1號',
    '2020 年 5 月 1 日',
    '２０２０年５月１日',
    '２０２０．５．１',
    '2020。5。1',
    '二〇二〇年五月一日',
    '二零二零年五月一日',
    '二○二○年五月一號',
    '2020年五月一日',
    '2020-05-01 00:00:00',
    '2020-05-01 00:00:00.000000',
    '2020/5/1 0:00',
    '2020/5/1 12:00:00 AM',
    '2020年5月1日 9时30分',
    '2020年5月1日上午9时',
    '2020年5月1日 星期五',
    '2020/5/1（週五）',
    '2020-05-01T00:00:00',
    '2020-04-30T16:00:00.000Z',
    '2020-05-01T00:00:00+08:00',
    '2020-05-01 00:00:00+08',
    '1-May-2020',
    '01 May 2020',
    'May 1, 2020',
    'Friday, May 1, 2020',
    'Fri May 01 2020 00:00:00 GMT+0800 (中国标准时间)',
    'Thu Apr 30 2020 16:00:00 GMT+0000 (Coordinated Universal Time)',
    'Thu, 30 Apr 2020 16:00:00 GMT',
  ])('is read from %s', text => expect(readDay(text)).toBe('2020-05-01'))

  test.each([
    ['二〇二一年十二月三十一日', '2021-12-31'],
    ['二〇二一年十月二十日', '2021-10-20'],
    ['二〇二一年元月十一日', '2021-01-11'],
    ['2021年十一月廿一日', '2021-11-21'],
    ['一九九八年〇三月〇八日', '1998-03-08'],
  ])('is read from %s', (text, day) => expect(readDay(text)).toBe(day))

  test.each([
    '2020-13-01',
    '2021-02-29',
    '2020-05',
    '2020年5月',
    '5/1/20',
    '1 Foo 2020',
    '农历五月初一',
    '2020-05-01 后',
    '2020-05-01-02',
    '',
  ])('is not read from “%s”', text => expect(readDay(text)).toBeNull())

  test.each([
    '民国109年5月1日',
    '民國一〇九年五月一日',
    '中華民國109年5月1日',
    '109年5月1日',
    '109/05/01',
    '20.5.1',
    '5/1/20',
    '佛历2563年5月1日',
    '2563-05-01',
    '令和2年5月1日',
  ])('is not guessed from the year of %s', text =>
    expect(dayFault(text)).toBe('请写四位数的公历年份，如 2026-03-08'),
  )

  test.each(['2020-05', '2020.5', '2020年5月', '二〇二〇年五月', '202005'])(
    'is asked about if only the month %s is known',
    text => expect(dayFault(text)).toContain('只有年月'),
  )

  test.each(['2020-05-01', '二〇二〇年五月一日', '9999-12-31', '2020-02-30', 'x'])(
    'of %s has no such fault',
    text => expect(dayFault(text)).toBeUndefined(),
  )

  test('takes no long time for the worst text', () => {
    for (const part of ['二', '十', '2020-', ' ', '0', 'a', '(', '年'])
      expect(readDay(part.repeat(200_000))).toBeNull()
  })
})

test.each(['2020-5', '2020/05', '2020.5', '2020年5月', '二〇二〇年五月', '202005', '２０２０年５月'])(
  'a month is read from %s',
  text => expect(readMonth(text)).toBe('2020-05'),
)
