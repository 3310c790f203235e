import { asc, eq } from 'drizzle-orm'
import { afterAll, beforeAll, expect, test } from 'vitest'

import { rightSwitches, type RightSwitches } from '../../../resources/domain/rights.ts'
import { admins, messages } from '../../../server/db/tables.ts'
import { type Receivers, notify } from '../../../server/notifications/notify.ts'
import { startApp, type TestApp } from '../../support/app.ts'
import { statementsOf } from '../../support/statements.ts'

let app: TestApp
beforeAll(async () => void (app = await startApp()))
afterAll(() => app.close())

const notification = { type: 3, title: '名片待审核', content: '请审核。' } as const

/** The names of the people whom one message reaches. */
const receiversOf = (to: Receivers, switches: Partial<RightSwitches> = {}) => {
  const rights = { ...rightSwitches, ...switches }
  return app.database.write(1, async db => {
    const sender = {
      db,
      firmId: 1,
      caller: null,
      now: new Date(),
      switches: { features: {}, rights, miniProgram: {} },
    }
    await notify(sender, notification, to)
    const rows = await db
      .select({ name: admins.name })
      .from(messages)
      .innerJoin(admins, eq(admins.id, messages.receiverId))
      .orderBy(asc(admins.id))
    await db.delete(messages)
    return rows.map(it => it.name)
  })
}

test('reviewers are those with the right for the office, restricted person by person', async () => {
  const organizationId = app.world.offices.get('东所')!
  const to = { reviewing: 'card.audit', organizationId } as const
  expect(await receiversOf(to)).toEqual(['赵主任', '钱行政', '孙主管', '李助理'])
  expect(await receiversOf(to, { l4Card: false })).toEqual(['赵主任', '钱行政', '孙主管'])
  await app.database.write(1, db =>
    db.update(admins).set({ canAudit: 0 }).where(eq(admins.account, 'admin2')),
  )
  await app.database.write(1, db => db.update(admins).set({ status: 0 }).where(eq(admins.account, 'branch')))
  expect(await receiversOf(to)).toEqual(['赵主任', '李助理'])
})

test('an empty list reaches nobody, and one statement reaches many', async () => {
  expect(await receiversOf({ population: 1, ids: [] })).toEqual([])
  const ids = ['admin', 'branch', 'south'].map(it => app.world.people.get(it)!.id)
  const sentStatements = await statementsOf(app.database.pool, async () => {
    expect(await receiversOf({ population: 1, ids })).toEqual(['赵主任', '孙主管', '周主管'])
  })
  expect(sentStatements.filter(it => it.includes('insert into "messages"'))).toHaveLength(1)
})

test('cuts a text that is too long for a message at a whole character', async () => {
  const id = app.world.people.get('admin')!.id
  const [row] = await app.database.write(1, async db => {
    const sender = {
      db,
      firmId: 1,
      caller: null,
      now: new Date(),
      switches: { features: {}, rights: rightSwitches, miniProgram: {} },
    }
    await notify(sender, { ...notification, title: '𠮷'.repeat(60) }, { population: 1, ids: [id] })
    return db.select().from(messages)
  })
  expect(row).toMatchObject({ title: '𠮷'.repeat(50), receiverType: 1, receiverId: id, status: 0, level: 1 })
})
