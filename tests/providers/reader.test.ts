import { describe, expect, test } from 'vitest'
import { z } from 'zod'

import { answerOf } from '../../providers/backend/readAnswer.ts'
import { readSelf } from '../../providers/backend/session.ts'
import { identityOf, tokenOf } from '../../providers/backend/identity.ts'
import { capabilitiesOf } from '../../resources/domain/permissions.ts'
import { rightSwitches } from '../../resources/domain/rights.ts'
import { registry } from '../../resources/index.ts'
import {
  type Call,
  date,
  datetime,
  type Field,
  pagedCall,
  image,
  images,
  integer,
  month,
  multiSelect,
  optional,
  recordSchema,
  references,
  rows,
  select,
  strings,
  text,
  toggle,
} from '../../resources/kit/index.ts'

const read = (schema: z.ZodType, value: unknown) => {
  const differing: string[] = []
  const answer = answerOf({ output: schema }, value, {}, path => differing.push(path))
  return { answer, differing }
}
const readField = (field: Field, value: unknown) =>
  (read(recordSchema({ it: field }), { it: value }).answer as { it: unknown }).it

const level = select('级别', [
  [1, '普通'],
  [2, '重要'],
])

describe('values are converted by the kind of their field', () => {
  test.each<[string, Field, unknown, unknown]>([
    ['a number as a text', text('名', { max: 9 }), 12, '12'],
    ['digits as a number', integer('数'), '12', 12],
    ['an id that no number holds as none', integer('数'), '1790000000000000001', null],
    ['words as no number', integer('数'), 'x', null],
    ['"1" as on', toggle('开'), '1', 1],
    ['true as on', toggle('开'), true, 1],
    ['false as off', toggle('开'), false, 0],
    ['anything else as no switch', toggle('开'), 'x', null],
    ['digits as an option', level, '2', 2],
    ['an unknown option as none', level, 9, null],
    ['an object that is no text as no option', level, { valueOf: 1, toString: 2 }, null],
    [
      'a text with commas as a list',
      strings('名', text('名', { max: 9 }), { max: 9 }),
      'a,b，c',
      ['a', 'b', 'c'],
    ],
    ['the text of JSON as a list', references('人', 'lawyers', { max: 9 }), '[3,"7"]', [3, 7]],
    ['broken JSON as no list', references('人', 'lawyers', { max: 9 }), '[3,', []],
    ['digits with commas as a list of ids', references('人', 'lawyers', { max: 9 }), '3,7', [3, 7]],
    ['one number as a list of it', references('人', 'lawyers', { max: 9 }), 3, [3]],
    ['a page as a list', references('人', 'lawyers', { max: 9 }), { records: [3] }, [3]],
    ['what is no option of a list as left out', multiSelect('级', [[1, '一']]), ['1', 5, null], [1]],
    [
      'an address as a list of pictures',
      images('图', { scene: 'asset', max: 9 }),
      'a,b',
      [
        { url: 'a', alt: null },
        { url: 'b', alt: null },
      ],
    ],
    ['nothing as no picture', image('图', { scene: 'asset' }), null, ''],
    ['a time of the firm', datetime('时'), '2026-03-08 09:30:00', '2026-03-08T09:30:00+08:00'],
    ['milliseconds as a time', datetime('时'), 1772933400000, '2026-03-08T01:30:00.000Z'],
    ['a time with its offset', datetime('时'), '2026-03-08T01:30:00.000Z', '2026-03-08T01:30:00.000Z'],
    ['no time', datetime('时'), 'soon', ''],
    ['the day of a time', date('日'), '2026-03-08 00:00:00', '2026-03-08'],
    ['the day of milliseconds', date('日'), 1772899200000, '2026-03-08'],
    ['the month of a day', month('月'), '2026-03-01', '2026-03'],
    [
      'rows that are none',
      rows('行', { a: text('甲', { max: 9 }) }, { max: 9 }),
      [null, 5, { a: 1 }],
      [{ a: '1' }],
    ],
    ['what is absent and may be', optional(integer('数')), undefined, null],
    ['an empty text as no number', optional(integer('数')), '', null],
  ])('%s', (_, field, value, expected) => expect(readField(field, value)).toEqual(expected))

  test('a declared answer stays unchanged, and nothing is reported', () => {
    const record = recordSchema({
      id: integer('号'),
      name: text('名', { max: 9 }),
      at: optional(datetime('时')),
    })
    const value = { id: 1, name: 'a', at: '2026-03-08T01:30:00.000Z' }
    expect(read(record, value)).toEqual({ answer: value, differing: [] })
  })

  test('each differing place is reported', () => {
    const record = z.object({ rows: z.array(recordSchema({ level })), total: z.int() })
    expect(read(record, { rows: [{ level: 7 }, 'x'] }).differing).toEqual(['rows[].level', 'rows[]', 'total'])
  })
})

describe('pages', () => {
  const call = pagedCall('/x', 'public', { row: z.object({ id: z.int() }), filters: {}, sortable: ['id'] })
  const page = (data: unknown, input = {}) =>
    answerOf(call as unknown as Call, data, input, () => {}) as { records: object[]; total: number }
  const ids = (count: number) => Array.from({ length: count }, (_, index) => ({ id: index + 1 }))

  test('a bare list is a page, and a longer one is the whole list', () => {
    expect(page(ids(3), { pageNum: 1, pageSize: 10 })).toMatchObject({ records: ids(3), total: 3 })
    expect(page(ids(25), { pageNum: 3, pageSize: 10 })).toMatchObject({
      records: ids(25).slice(20),
      total: 25,
    })
  })

  test('a page without a total is the last one', () => {
    expect(page({ records: ids(4) }, { pageNum: 2, pageSize: 10 })).toMatchObject({ total: 14 })
    expect(page({ records: ids(4), total: '40' })).toMatchObject({ total: 40 })
  })

  test.each([null, '', 'x', 5, true, {}, { records: null }])('%j is an empty one', data => {
    expect(page(data)).toMatchObject({ records: [], total: 0 })
  })
})

test.each(Object.entries(registry))('%s reads any answer without failing', (_, call) => {
  for (const data of [null, undefined, 0, 'x', [], {}, [null], { records: [{}] }])
    expect(() => answerOf(call, data, {}, () => {})).not.toThrow()
})

describe('who is signed in', () => {
  test.each([
    [{ token: 'a' }, 'a'],
    [{ accessToken: 'b' }, 'b'],
    ['c', 'c'],
    [{}, undefined],
    [null, undefined],
    ['', undefined],
  ])('the token of %j is %j', (answer, token) => expect(tokenOf(answer)).toBe(token))

  test.each([
    [{ id: 1, name: '赵', auth: ['admin', 'mainAdmin'] }, 1, ['admin', 'mainAdmin']],
    [{ id: 1, name: '赵', auth: 'mainAdmin' }, 1, ['admin', 'mainAdmin']],
    [{ userId: '1', userName: '赵', officeLevel: '1' }, 1, ['admin', 'mainAdmin']],
    [{ id: 1, name: '赵', officeLevel: 3 }, 1, ['admin']],
    [{ id: 1, name: '赵', isSystem: true }, 1, ['admin', 'system']],
    [{ id: 1, name: '赵', userType: '2' }, 1, ['lawyer']],
  ] as const)('the roles of %j', (answer, population, auth) =>
    expect(identityOf(answer, population)).toMatchObject({ id: 1, name: '赵', auth }),
  )

  test('missing capabilities come from the matrix', () => {
    const self = readSelf({ id: 1, name: '赵', officeLevel: 3 }, 1)
    const person = {
      population: 1,
      officeLevel: 3,
      isSystem: false,
      canAudit: true,
      canExport: true,
    } as const
    expect(self.capabilities).toEqual([...capabilitiesOf(person, rightSwitches)])
    expect(
      readSelf({ id: 1, name: '赵', officeLevel: 3, capabilities: ['log.view'] }, 1).capabilities,
    ).toEqual(['log.view'])
  })
})
