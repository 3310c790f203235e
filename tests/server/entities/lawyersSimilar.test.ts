import { afterAll, beforeAll, expect, test } from 'vitest'

import { startApp, type TestApp } from '../../support/app.ts'
import { setStage, type Stage } from '../../support/stage.ts'

let app: TestApp
let stage: Stage
beforeAll(async () => {
  app = await startApp()
  stage = await setStage(app)
})
afterAll(() => app.close())

const office = (name: string) => app.world.offices.get(name)!
const add = async (more: object) => {
  const person = {
    name: '独一无二',
    mobile: `1335000${stage.next()}`,
    organizationId: office('总所'),
    personType: 2,
  }
  const { rows } = await stage.admin.call('lawyers.addList', { list: [{ ...person, ...more }] })
  return rows[0]!.id!
}
const alike = async (similar: 1 | 2 | 3 | 4, account = 'admin') =>
  (await (await app.as(account)).call('lawyers.pageList', { similar, pageSize: 200 })).records.map(
    it => it.id,
  )

test('finds people with the same name, those in the same office separately', async () => {
  const inOwnOffice = await add({ name: '张重名' })
  const alsoHere = await add({ name: '张重名' })
  const inOtherOffice = await add({ name: '张重名', organizationId: office('东所') })
  expect(new Set(await alike(1))).toEqual(new Set([inOwnOffice, alsoHere]))
  expect(new Set(await alike(2))).toEqual(new Set([inOwnOffice, alsoHere, inOtherOffice]))
  // A branch does not see people of other offices.
  expect(await alike(2, 'branch')).toEqual([])
  await stage.admin.send('DELETE', `/lawyer/remove/${alsoHere}`, { body: { reason: '重复录入' } })
  expect(await alike(1)).toEqual([])
})

test('finds people with the same mail address, and numbers on another person’s card', async () => {
  const firstLawyer = await add({ name: '甲同邮', email: 'Same@example.com' })
  const other = await add({ name: '乙同邮', email: 'same@example.com' })
  expect(new Set(await alike(3))).toEqual(new Set([firstLawyer, other]))
  const { id, version } = await stage.card()
  const licensed = await add({ name: '证在卡上', licenseNumber: '13101202010125555' })
  await stage.admin.call('cards.update', { id, version, licenseNumber: '13101202010125555' })
  expect(await alike(4)).toEqual([licensed])
})
