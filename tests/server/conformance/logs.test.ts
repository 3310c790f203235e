import { and, eq, gt } from 'drizzle-orm'
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'

import { demandsOf, type Level } from '../../../resources/domain/rights.ts'
import { logs } from '../../../server/db/tables.ts'
import { startApp, type TestApp } from '../../support/app.ts'
import {
  type Asker,
  createAsker,
  isCapability,
  levels,
  mayCall,
  people,
  sampleReason,
  type Values,
} from '../../support/asking.ts'
import { examples, makersOf, writingCalls } from '../../support/examples/index.ts'
import type { LogRow } from '../../support/examples/example.ts'
import { forgetDenials, snapshotOf } from '../../support/snapshot.ts'
import { setStage, type Stage } from '../../support/stage.ts'

let app: TestApp
let stage: Stage
let ask: Asker
beforeAll(async () => {
  app = await startApp()
  stage = await setStage(app)
  ask = createAsker(app)
})
afterAll(() => app.close())
afterEach(() => forgetDenials(app))

const rowsAfter = (seq: number) =>
  app.database.read(1, db =>
    db
      .select()
      .from(logs)
      .where(and(eq(logs.firmId, 1), gt(logs.seq, seq)))
      .orderBy(logs.seq),
  )
const lastSeq = async () => (await rowsAfter(0)).at(-1)?.seq ?? 0

type Logged = Awaited<ReturnType<typeof rowsAfter>>[number]

/** The part of a log row that the example states. */
const asExpected = (
  { module, action, targetType, targetId, diff }: Logged,
  said: LogRow | undefined,
): LogRow => ({
  module,
  action,
  ...(said?.target && { target: [targetType!, targetId!] }),
  ...(said?.diff && {
    diff: Array.isArray(said.diff)
      ? diff.map(it => it.field).toSorted()
      : Object.fromEntries(diff.map(it => [it.field, [String(it.before), String(it.after)]] as const)),
  }),
})
const isNameList = (diff: LogRow['diff']): diff is readonly string[] => Array.isArray(diff)
const sortedByAction = (row: LogRow): LogRow =>
  isNameList(row.diff) ? { ...row, diff: row.diff.toSorted() } : row
/** Rows of one call are matched by their action; rows with the same action only differ in their targets. */
const byAction = (one: LogRow | Logged, other: LogRow | Logged) =>
  one.action < other.action ? -1 : one.action > other.action ? 1 : 0

const denialOf = ({ module, action, result, errorCode, operatorId, targetId }: Logged) => ({
  module,
  action,
  result,
  errorCode,
  operatorId,
  targetId,
})
const denial = (level: Level) => ({
  module: 1,
  action: 'denied',
  result: 0,
  errorCode: '4030',
  operatorId: app.world.people.get(people[level])!.id,
  targetId: null,
})

test('every writing call has an example', () => {
  expect(writingCalls.filter(it => Object.keys(makersOf(it.name)).length === 0).map(it => it.name)).toEqual(
    [],
  )
})

test.each(examples.map(it => [it.title, it] as const))(
  '%s logs nothing when refused, else who changed what and why',
  async (_, { call, make }) => {
    const { input, by: namedCaller, logs: expectedLogs } = await make(stage)
    const caller = namedCaller ?? stage.place.admin
    // A public call may do more with a session, such as changing a password by the old one.
    const account = namedCaller ?? (call.who === 'public' ? null : caller)
    const [seq, before] = [await lastSeq(), await snapshotOf(app)]

    expect((await ask(call, account, { ...input, nonsense: 1 })).code).toBe('4220')
    if (account) expect((await ask(call, null, input)).code).toBe('4003')
    expect(await rowsAfter(seq)).toEqual([])
    const strangers = levels.filter(level => !mayCall(call, level))
    for (const level of strangers) expect((await ask(call, people[level], input)).code, level).toBe('4030')
    expect((await rowsAfter(seq)).map(denialOf)).toEqual(strangers.map(level => denial(level)))
    expect(await snapshotOf(app)).toEqual(before)

    const done = await lastSeq()
    const answer = await ask(call, account, input)
    expect(answer).toMatchObject({ code: '200' })
    const rows = (await rowsAfter(done)).toSorted(byAction)
    const expectedRows =
      typeof expectedLogs === 'function' ? expectedLogs(answer.data as Values) : expectedLogs
    if (typeof expectedRows === 'string') return expect(rows).toEqual([])
    const expected = expectedRows.map(sortedByAction).toSorted(byAction)
    expect(rows.map((row, at) => asExpected(row, expected[at]))).toEqual(expected)
    const { population, id } = app.world.people.get(caller)!
    const reason = isCapability(call) && demandsOf(call.who).needsReason ? sampleReason : undefined
    for (const row of rows) {
      expect(row.result).toBe(1)
      if (account) expect(row).toMatchObject({ operatorType: population, operatorId: id })
      if (reason !== undefined) expect(row.reason).toBe(reason)
    }
  },
)

test('no log row has the number of a record in place of its name', async () => {
  const rows = await app.database.read(1, db =>
    db.select({ action: logs.action, diff: logs.diff }).from(logs).where(eq(logs.firmId, 1)),
  )
  expect(rows.filter(it => /编号 \d/.test(JSON.stringify(it.diff)))).toEqual([])
})

test('no log row contains an unmasked mobile or a password', async () => {
  const rows = await app.database.read(1, db =>
    db
      .select({ action: logs.action, summary: logs.summary, diff: logs.diff })
      .from(logs)
      .where(eq(logs.firmId, 1)),
  )
  const secret = /1[3-9]\d{9}|maple-harbour|liangshan-0108|东方小学/
  expect(rows.filter(it => secret.test(JSON.stringify(it)))).toEqual([])
})
