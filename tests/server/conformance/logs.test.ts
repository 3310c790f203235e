import { and, eq, gt } from 'drizzle-orm'
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'

import { demandsOf, type Level } from '../../../resources/domain/rights.ts'
import { logs } from '../../../server/db/tables.ts'
import { startApp, type TestApp } from '../../support/app.ts'
import {
  type Asker,
  askerOf,
  isCapability,
  levels,
  mayCall,
  people,
  reasonGiven,
  type Values,
} from '../../support/asking.ts'
import { examples, makersOf, writing } from '../../support/examples/index.ts'
import type { LogRow } from '../../support/examples/example.ts'
import { forgetDenials, snapshotOf } from '../../support/snapshot.ts'
import { setStage, type Stage } from '../../support/stage.ts'

// These tests prove promise Q43 of server/promises.md.

let app: TestApp
let stage: Stage
let ask: Asker
beforeAll(async () => {
  app = await startApp()
  stage = await setStage(app)
  ask = askerOf(app)
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

/** A row as the example says it: as far as it says it. */
const asSaid = (
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
const isNames = (diff: LogRow['diff']): diff is readonly string[] => Array.isArray(diff)
const inOrder = (row: LogRow): LogRow => (isNames(row.diff) ? { ...row, diff: row.diff.toSorted() } : row)
/** Of several rows of one call each has an action of its own, or they are alike but for their targets. */
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

test('every call that writes has an example', () => {
  expect(writing.filter(it => Object.keys(makersOf(it.name)).length === 0).map(it => it.name)).toEqual([])
})

test.each(examples.map(it => [it.title, it] as const))(
  '%s leaves nothing where it is refused, else its rows with what was changed by whom and why',
  async (_, { call, make }) => {
    const { input, by: named, logs: said } = await make(stage)
    const by = named ?? stage.place.admin
    // What is open to everybody may do more for somebody: a new password by the old one.
    const account = named ?? (call.who === 'public' ? null : by)
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
    const rowsSaid = typeof said === 'function' ? said(answer.data as Values) : said
    if (typeof rowsSaid === 'string') return expect(rows).toEqual([])
    const expected = rowsSaid.map(inOrder).toSorted(byAction)
    expect(rows.map((row, at) => asSaid(row, expected[at]))).toEqual(expected)
    const { population, id } = app.world.people.get(by)!
    const reason = isCapability(call) && demandsOf(call.who).needsReason ? reasonGiven : undefined
    for (const row of rows) {
      expect(row.result).toBe(1)
      if (account) expect(row).toMatchObject({ operatorType: population, operatorId: id })
      if (reason !== undefined) expect(row.reason).toBe(reason)
    }
  },
)

test('no row says a whole mobile or a password', async () => {
  const rows = await app.database.read(1, db =>
    db
      .select({ action: logs.action, summary: logs.summary, diff: logs.diff })
      .from(logs)
      .where(eq(logs.firmId, 1)),
  )
  const secret = /1[3-9]\d{9}|maple-harbour|liangshan-0108|东方小学/
  expect(rows.filter(it => secret.test(JSON.stringify(it)))).toEqual([])
})
