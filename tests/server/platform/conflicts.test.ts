import { and, eq, inArray } from 'drizzle-orm'
import pg from 'pg'
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest'

import { openDatabase } from '../../../server/db/connection/open.ts'
import { admins, cards, counters, lawyers } from '../../../server/db/tables.ts'
import { bulkKinds } from '../../../server/routes/served.ts'
import { createLog } from '../../../server/process/log.ts'
import { bulkRunner } from '../../../server/routes/bulk/portion.ts'
import { startApp, type TestApp } from '../../support/app.ts'
import { type CardFields, prepareCards } from '../../support/cards.ts'
import { holdingRow } from '../../support/rowLock.ts'
import { addAdmin, addLawyer } from '../../support/world.ts'

type Line = { level: string; msg: string; requestId?: string; err?: { cause?: { code?: string } } }
const lines: Line[] = []

let app: TestApp
let needed: CardFields
beforeAll(async () => {
  const destination = { write: (line: string) => void lines.push(JSON.parse(line) as Line) }
  app = await startApp({ log: createLog('info', destination) })
  needed = await prepareCards(app)
})
afterAll(() => app.close())

const mobilesOf = (prefix: string, count: number) =>
  Array.from({ length: count }, (_, index) => `${prefix}${index}`)

/** Resolves for all callers once this many have called it. */
const barrier = (parties: number) => {
  const { promise, resolve } = Promise.withResolvers<void>()
  let arrived = 0
  return () => {
    arrived += 1
    if (arrived >= parties) resolve()
    return promise
  }
}

test('of two deadlocked transactions both succeed, the rolled back one at its second attempt', async () => {
  const insert = (key: string) =>
    app.database.write(1, db => db.insert(counters).values({ key, count: 0, windowEndsAt: new Date() }))
  await insert('one')
  await insert('other')
  const meet = barrier(2)
  let runs = 0
  const countIn = (...keys: string[]) =>
    app.database.write(1, async db => {
      runs += 1
      for (const key of keys) {
        const [row] = await db.select().from(counters).where(eq(counters.key, key)).for('update')
        await db
          .update(counters)
          .set({ count: row!.count + 1 })
          .where(eq(counters.key, key))
        await meet()
      }
    })
  await Promise.all([countIn('one', 'other'), countIn('other', 'one')])
  // Two transactions, and each that was rolled back once more; on a busy machine both may be.
  expect(runs).toBeGreaterThanOrEqual(3)
  const found = await app.database.read(1, db => db.select({ count: counters.count }).from(counters))
  expect(found).toEqual([{ count: 2 }, { count: 2 }])
})

/** A trigger that raises PostgreSQL's deadlock error, and counts its runs. */
const conflictAlways = `
  create sequence tries;
  create function conflict_always() returns trigger language plpgsql as $$
  begin
    perform nextval('tries');
    raise exception 'deadlock detected' using errcode = '40P01';
  end $$;
  create trigger conflict_always before insert on categories for each row execute function conflict_always()`

test('a conflict that repeats is refused with a message and logged with request and cause', async () => {
  await app.database.pool.query(conflictAlways)
  const admin = await app.as('admin')
  lines.length = 0
  const { status, body } = await admin.send('POST', '/articleType', {
    body: { kind: 3, typeName: '诉讼', sort: 0, enabled: 1 },
    headers: { 'Idempotency-Key': 'conflict' },
  })
  expect({ status, body }).toMatchObject({
    status: 503,
    body: { code: '5030', message: '数据正在被他人修改，这次没有保存，请稍后重试' },
  })
  const { rows } = await app.database.pool.query<{ tries: string }>('select last_value as tries from tries')
  expect(rows[0]?.tries).toBe('2')
  expect(lines.filter(it => it.requestId === body.requestId)).toMatchObject([
    { level: 'warn', err: { cause: { code: '40P01' } } },
  ])
  await app.database.pool.query('drop trigger conflict_always on categories')
  await expect(
    admin.call(
      'categories.add',
      { kind: 3, typeName: '诉讼', sort: 0, enabled: 1 },
      { 'Idempotency-Key': 'conflict' },
    ),
  ).resolves.toMatchObject({ version: 1 })
})

test('of two main administrators who disable each other, one does, without a conflict of their locks', async () => {
  await app.database.write(1, db => addAdmin(db, app.world, 1, ['second', '关主任', '总所', 1], 90))
  const [one, two] = [await app.as('admin'), await app.as('second')]
  const statusOf = async () =>
    app.database.read(1, db =>
      db
        .select({ id: admins.id, version: admins.version, status: admins.status })
        .from(admins)
        .where(inArray(admins.id, [one.id, two.id])),
    )
  lines.length = 0
  const rows = await statusOf()
  const disable = async (by: typeof one, id: number) => {
    const body = { id, version: rows.find(row => row.id === id)!.version, status: 0 }
    return (await by.send('PUT', '/firmAccessUser/firmAccessUserUpdate', { body })).body.code
  }
  const [lower, higher] = [one.id, two.id].toSorted((a, b) => a - b) as [number, number]
  const answers = await holdingRow(app, 'admins', lower, async waiting => {
    const sent = [disable(one, two.id), disable(two, one.id)]
    await waiting(2, ...sent)
    // Both wait for the same row, and neither has locked the other one before.
    const free = await app.database.write(1, db =>
      db.select().from(admins).where(eq(admins.id, higher)).for('update', { skipLocked: true }),
    )
    expect(free).toHaveLength(1)
    return sent
  })
  const codes = await Promise.all(answers)
  expect(codes.filter(code => code === '200')).toHaveLength(1)
  expect((await statusOf()).filter(({ status }) => status === 1)).toHaveLength(1)
  await app.database.write(1, db =>
    db
      .update(admins)
      .set({ status: 1 })
      .where(inArray(admins.id, [one.id, two.id])),
  )
  expect(lines.filter(({ msg }) => msg.includes('conflicted'))).toEqual([])
})

describe('a record that another transaction keeps locked', () => {
  /** The application with the time limits of the product in miniature. */
  const startQuick = async () => {
    const connection = { ...app.database.connection, Client: pg.Client, statement_timeout: 1_500 }
    const database = await openDatabase({ connection: { ...connection, query_timeout: 30_000 } })
    onTestFinished(() => database.close())
    const { url } = app.database
    const given = { ...database, connection: app.database.connection, url }
    return startApp({ database: given, seed: () => Promise.resolve(app.world) })
  }
  const people = () => mobilesOf('1370000020', 8)
  const addPeople = () =>
    app.database.write(1, async db => {
      for (const mobile of people()) await addLawyer(db, app.world, 1, mobile, mobile, '史进', '总所')
    })
  const idsOf = () => people().map(mobile => app.world.people.get(mobile)!.id)

  test('is reported as being changed by somebody else, by its own call and in a bulk action', async () => {
    await addPeople()
    const quick = await startQuick()
    const admin = await quick.as('admin')
    const ids = idsOf()
    const { version } = await admin.call('lawyers.lawyerInfo', { id: ids[0]! })
    await app.database.write(1, db =>
      db.update(lawyers).set({ team: '锁定组' }).where(inArray(lawyers.id, ids)),
    )
    await holdingRow(app, 'lawyers', ids[0]!, async () => {
      const { body } = await admin.send('POST', '/lawyer/update', {
        body: { id: ids[0], version, remark: '改动' },
      })
      expect(body).toMatchObject({ code: '5030', message: '数据正在被他人修改，这次没有保存，请稍后重试' })
      const { id } = await admin.call('bulkRuns.start', {
        resource: 'lawyers',
        action: 'disable',
        filter: { team: '锁定组' },
        answers: { reason: '集中停用' },
      })
      const log = createLog('silent')
      const { database, clock } = quick
      await bulkRunner({ database, services: {} as never, log, now: clock.now, kinds: bulkKinds })({
        firmId: 1,
        id,
      })
      expect(await admin.call('bulkRuns.one', { id })).toMatchObject({ done: 7, failed: 1, waiting: 0 })
      const { records } = await admin.call('bulkRows.page', { runId: id })
      expect(records.filter(({ state }) => state === 3)).toMatchObject([
        { recordId: ids[0], message: '数据正在被他人修改，这次没有保存，请稍后重试' },
      ])
    })
  })
})

const mobiles = mobilesOf('1370000010', 6)
const rounds = 15

/** A person with a published card. */
const addPerson = async (mobile: string) => {
  const name = `程律师${mobile.slice(-1)}`
  await app.database.write(1, db => addLawyer(db, app.world, 1, mobile, mobile, name, '总所'))
  const admin = await app.asNew('admin')
  const { id: lawyerId } = app.world.people.get(mobile)!
  const { id } = await admin.call('cards.createCard', {
    ...needed,
    lawyerId,
    language: 'CN',
    name,
    publish: 1,
  })
  return { lawyerId, cardId: id, mobile }
}

const versionsOf = ({ lawyerId, cardId }: Awaited<ReturnType<typeof addPerson>>) =>
  app.database.read(1, async db => {
    const [person] = await db
      .select({ version: lawyers.version, status: lawyers.status, office: lawyers.organizationId })
      .from(lawyers)
      .where(eq(lawyers.id, lawyerId))
    const [card] = await db
      .select({ version: cards.version })
      .from(cards)
      .where(and(eq(cards.id, cardId)))
    return { person: person!, card: card! }
  })

test('edits, moves and disabling of six people beside edits of their cards cause no server error', async () => {
  const [admin, admin2] = [await app.asNew('admin'), await app.as('admin2')]
  const [main, east] = [app.world.offices.get('总所')!, app.world.offices.get('东所')!]
  const people: Awaited<ReturnType<typeof addPerson>>[] = []
  for (const mobile of mobiles) people.push(await addPerson(mobile))
  const done = { status: 200, code: '200' }
  const answers: (typeof done)[] = []
  const play = async (who: (typeof people)[number], round: number) => {
    const { person, card } = await versionsOf(who)
    const own = await app.asNew(who.mobile)
    const { lawyerId, cardId } = who
    const { version, status, office } = person
    const found = await Promise.allSettled([
      admin.call('lawyers.update', { id: lawyerId, version, name: `程律师${round}` }),
      admin2.call('lawyers.update', { id: lawyerId, version, organizationId: office === main ? east : main }),
      admin.call('lawyers.update', {
        id: lawyerId,
        version,
        status: status === 1 ? 3 : 1,
        reason: '短期外派，暂时停用',
      }),
      own.call('cards.update', { id: cardId, version: card.version, intro: `<p>第${round}次修改。</p>` }),
      admin2.call('cards.update', {
        id: cardId,
        version: card.version,
        weight: round,
        isTop: round % 2 ? 1 : 0,
      }),
    ])
    answers.push(...found.map(it => (it.status === 'fulfilled' ? done : (it.reason as typeof done))))
  }
  for (let round = 0; round < rounds; round += 1) await Promise.all(people.map(who => play(who, round)))
  const byCode = Map.groupBy(answers, it => it.code)
  // Losers of a race get a conflict of versions or states, an ended session, or "not found"; never a 5xx.
  expect([...byCode.keys()].filter(code => !['200', '4003', '4090', '4091', '4040'].includes(code))).toEqual(
    [],
  )
  expect(answers.filter(it => it.status >= 500)).toEqual([])
  expect(byCode.get('200')!.length).toBeGreaterThan(answers.length / 4)
  expect(lines.filter(it => it.msg.startsWith('a transaction was rolled back'))).toEqual([])
})
