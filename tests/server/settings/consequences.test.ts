import { afterAll, beforeAll, expect, test } from 'vitest'

import { startApp, type TestApp } from '../../support/app.ts'
import { setStage } from '../../support/stage.ts'

let app: TestApp
beforeAll(async () => void (app = await startApp()))
afterAll(() => app.close())

const ask = async (input: object) => (await app.as('system')).call('conf.consequences', input)
/** The number of active people according to the administrators' lists. */
const countActivePeople = async () => {
  const admin = await app.as('admin')
  const { normal } = await admin.call('lawyers.lawyerNum', {})
  const { total } = await admin.call('admins.pageList', { pageSize: 200, status: 1 })
  return { lawyers: normal, admins: total }
}

test('a menu switch lists the pages inside it that their users lose', async () => {
  const { lawyers, admins } = await countActivePeople()
  expect(await ask({ off: ['cms'] })).toEqual({
    hidden: {
      menus: ['cms.category', 'cms.trend', 'cms.article', 'cms.case', 'cms.video'],
      admins,
      lawyers: 0,
    },
    shown: { menus: [], admins: 0, lawyers: 0 },
  })
  const own = await ask({ off: ['user.admin', 'user.logs.msg'] })
  expect(own.hidden).toEqual({ menus: ['user.admin', 'user.logs.msg'], admins: 0, lawyers })
  expect((await ask({ off: ['conf.qrcode'] })).hidden).toMatchObject({ admins: 1 })
})

test('a change of an office’s level lists the changed rights under the firm’s switches and the people of the office', async () => {
  const admin = await app.as('admin')
  const { id } = await app.as('branch')
  const { records } = await admin.call('admins.pageList', { pageSize: 200 })
  const { organizationId } = records.find(it => it.id === id)!
  const consequences = await admin.call('admins.consequences', { id, officeLevel: 4 })
  expect(consequences.lost).toContain('admin.create')
  expect(consequences.lost).not.toContain('card.audit')
  expect(consequences.gained).toEqual([])
  const { total } = await admin.call('admins.pageList', { organizationId, status: 1 })
  const people = await admin.call('lawyers.pageList', { organizationId, status: 1 })
  expect(consequences).toMatchObject({ hidden: [], shown: [], admins: total, lawyers: people.total })

  const helper = (await app.as('admin2')).id
  const raised = await admin.call('admins.consequences', { id: helper, officeLevel: 1 })
  expect(raised).toMatchObject({ lost: [], hidden: [], ...(await countActivePeople()) })
  expect(raised.shown).toContain('conf.mpIndex')

  const { version, ...review } = await admin.call('cardReview.get')
  const saved = await admin.call('cardReview.update', { ...review, l4Card: 0, version })
  expect((await admin.call('admins.consequences', { id, officeLevel: 4 })).lost).toContain('card.audit')
  await admin.call('cardReview.update', { ...review, version: saved.version })

  // A branch gets no numbers about other offices.
  const branch = await app.as('branch')
  await expect(branch.call('admins.consequences', { id: helper, officeLevel: 2 })).rejects.toMatchObject({
    code: '4040',
  })
})

test('the counts are current, and asking changes nothing', async () => {
  const { lawyers } = await countActivePeople()
  const stage = await setStage(app)
  await stage.lawyer()
  expect((await ask({ off: ['user.admin'] })).hidden.lawyers).toBe(lawyers + 1)
  expect((await ask({ off: ['import'] })).hidden.menus).toEqual(['import'])
  expect((await ask({ on: ['cms'] })).shown.menus).toEqual([])
  expect((await (await app.as('admin')).call('conf.app')).adminFuncSwitch!.global).toMatchObject({
    'user.admin': true,
    import: true,
  })
  await expect((await app.as('admin')).call('conf.consequences', {})).rejects.toMatchObject({ code: '4030' })
})
