import { and, eq, gt, inArray, sql } from 'drizzle-orm'
import { afterAll, beforeAll, expect, test } from 'vitest'

import { logs, offices } from '../../../server/db/tables.ts'
import { startApp, type TestApp } from '../../support/app.ts'
import { type Asker, createAsker, boundCall, demandedInputOf } from '../../support/asking.ts'
import { examples } from '../../support/examples/index.ts'
import { rowsIn } from '../../support/sheet.ts'
import { setStage, type Stage } from '../../support/stage.ts'

// The office of a log row is decided when the row is written (`targetOrgId`, services/audit.ts): the
// subject's office at that time, or the operator's where the subject belongs to no office. A branch reads
// only the rows of its office, in the list, in a record and as a file, and none of them names a person of
// another office.

let app: TestApp
let stage: Stage
let ask: Asker
beforeAll(async () => {
  app = await startApp()
  stage = await setStage(app)
  ask = createAsker(app)
  // Settings come last, because some take rights away. Examples that this prevents are covered by
  // logs.test.ts.
  const isSetting = ({ call: { who } }: (typeof examples)[number]) => /^(conf|setting|firm)\.edit$/.test(who)
  const others = examples.filter(it => !it.name.startsWith('session.') && !isSetting(it))
  for (const { call, make } of [...others, ...examples.filter(isSetting)]) {
    const { input, by = stage.place.admin } = await make(stage)
    await ask(call, by, { ...demandedInputOf(call), ...input })
  }
}, 300_000)
afterAll(() => app.close())

/** Tables whose rows belong to an office, by their name in the log. */
const ofOffices = {
  lawyers: ['lawyers', 'id'],
  admins: ['admins', 'id'],
  cards: ['cards', 'id'],
  articles: ['articles', 'article_id'],
  offices: ['offices', 'organization_id'],
} as const
const isOfOffices = (type: string | null): type is keyof typeof ofOffices =>
  type !== null && type in ofOffices

const rowsOf = (where = sql`true`) =>
  app.database.read(1, db =>
    db
      .select()
      .from(logs)
      .where(and(eq(logs.firmId, 1), gt(logs.seq, 0), where))
      .orderBy(logs.seq),
  )

test('the log has rows of every kind', async () => {
  const kinds = new Set((await rowsOf()).map(it => `${it.module} ${it.action}`))
  expect(kinds.size).toBeGreaterThan(50)
})

test('a log row belongs to the office of its subject, or else of the operator', async () => {
  const wrongRows: string[] = []
  for (const row of await rowsOf()) {
    const { targetType, targetId, targetOrgId, organizationId, summary } = row
    if (!isOfOffices(targetType)) {
      // Deleted files and failed sign-ins belong to no office.
      if (targetOrgId !== organizationId) wrongRows.push(`${targetType}: ${summary}`)
      continue
    }
    const [table, key] = ofOffices[targetType]
    const { rows } = await app.database.read(1, db =>
      db.execute<{ office: string }>(
        sql`select organization_id as office from ${sql.identifier(table)} where ${sql.identifier(key)} = ${targetId}`,
      ),
    )
    // The row of a person who moved later keeps the office of that time, and the office of a deleted record
    // is unknown.
    const moved = row.diff.some(it => it.field === 'organizationId')
    if (rows[0] && Number(rows[0].office) !== targetOrgId && !moved)
      wrongRows.push(`${targetType}: ${summary}`)
  }
  expect(wrongRows).toEqual([])
})

test('a branch reads only the log rows of its office, in the list, in a record and as a file', async () => {
  const branch = await app.as('branch')
  const { organizationId } = app.world.people.get('branch')!
  const all = await rowsOf(sql`${logs.important} = 1`)
  const own = all.filter(it => it.targetOrgId === organizationId).map(it => it.id)
  expect(own.length).toBeGreaterThan(3)
  expect(own.length).toBeLessThan(all.length)
  const { records } = await branch.call('logs.getAdminLogPageList', { pageSize: 200 })
  expect(records.map(it => it.id).toSorted((a, b) => a - b)).toEqual(own.toSorted((a, b) => a - b))
  const { call: recordCall } = boundCall('logs.one')
  for (const { id, targetOrgId, operatorId, operatorType } of all) {
    const isOwn = operatorType === 1 && operatorId === app.world.people.get('branch')!.id
    const expected = targetOrgId === organizationId || isOwn ? '200' : '4040'
    expect((await ask(recordCall, 'branch', { id })).code).toBe(expected)
  }
  const { token } = branch
  const response = await app.fetch('/export/logs', {
    method: 'POST',
    headers: { Token: token, 'Content-Type': 'application/json' },
    body: JSON.stringify({ reason: '分所检查' }),
  })
  const [, ...lines] = rowsIn(new Uint8Array(await response.arrayBuffer()))
  expect(lines).toHaveLength(own.length)
})

test('no log row of a branch names a person of another office', async () => {
  const { organizationId } = app.world.people.get('branch')!
  const others = await app.database.read(1, async db => {
    const { rows } = await db.execute<{ name: string }>(sql`
      select name from lawyers where firm_id = 1 and organization_id <> ${organizationId}
      except select name from lawyers where firm_id = 1 and organization_id = ${organizationId}`)
    return rows.map(it => it.name)
  })
  expect(others).toContain('样本律师')
  const rows = await rowsOf(eq(logs.targetOrgId, organizationId))
  const texts = rows.map(it => JSON.stringify([it.targetName, it.summary, it.diff]))
  const named = texts.filter(text => others.some(name => text.includes(name)))
  expect(named).toEqual([])
  const [branch] = await app.database.read(1, db =>
    db
      .select({ name: offices.name })
      .from(offices)
      .where(inArray(offices.organizationId, [organizationId])),
  )
  expect(texts.some(text => text.includes(branch!.name))).toBe(true)
})
