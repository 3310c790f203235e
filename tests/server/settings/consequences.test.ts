import { afterAll, beforeAll, expect, test } from 'vitest'

import { startApp, type TestApp } from '../../support/app.ts'
import { setStage } from '../../support/stage.ts'

let app: TestApp
beforeAll(async () => void (app = await startApp()))
afterAll(() => app.close())

const ask = async (input: object) => (await app.as('system')).call('conf.consequences', input)
/** Active people, by the lists that administrators see. */
const everybody = async () => {
  const admin = await app.as('admin')
  const { normal } = await admin.call('lawyers.lawyerNum', {})
  const { total } = await admin.call('admins.pageList', { pageSize: 200, status: 1 })
  return { lawyers: normal, admins: total }
}

test('a switch hides the entries inside of it, from those who have them', async () => {
  const { lawyers, admins } = await everybody()
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

test('the counts are those of now, and nothing is changed by asking', async () => {
  const { lawyers } = await everybody()
  const stage = await setStage(app)
  await stage.lawyer()
  expect((await ask({ off: ['user.admin'] })).hidden.lawyers).toBe(lawyers + 1)
  expect((await ask({ on: ['import'] })).shown.menus).toEqual(['import'])
  expect((await ask({ on: ['cms'] })).shown.menus).toEqual([])
  expect((await (await app.as('admin')).call('conf.app')).adminFuncSwitch!.global).toMatchObject({
    'user.admin': true,
    import: false,
  })
  await expect((await app.as('admin')).call('conf.consequences', {})).rejects.toMatchObject({ code: '4030' })
})
