import { afterAll, beforeAll, expect, test } from 'vitest'

import { defineSetting, integer, optional, richText, toggle } from '../../../resources/kit/index.ts'
import { serveDeclared } from '../../../server/routes/served.ts'
import { startApp, type TestApp } from '../../support/app.ts'

const greeting = defineSetting({
  name: 'greeting',
  label: '欢迎语',
  fields: {
    enabled: toggle('启用'),
    seconds: integer('秒数', { max: 60 }),
    text: optional(richText('内容', { max: 200 })),
  },
  initial: { enabled: 0, seconds: 3 },
  path: '/firmConf/greeting',
  view: 'conf.view',
  edit: 'conf.edit',
  logModule: 10,
  route: { path: '/app/conf/greeting', title: '欢迎语', roles: ['admin'], menu: 'conf.loginReg' },
})

let app: TestApp
beforeAll(async () => void (app = await startApp({ calls: serveDeclared(greeting) })))
afterAll(() => app.close())

const read = async (account: string) => {
  const { token } = await app.as(account)
  return (await app.send('GET', '/firmConf/greeting', { token })).body
}
const save = async (account: string, body: object) => {
  const { token } = await app.as(account)
  return (await app.send('PUT', '/firmConf/greeting', { token, body })).body
}

test('has its defaults before the first save and keeps what is saved', async () => {
  expect(await read('branch')).toMatchObject({ data: { enabled: 0, seconds: 3, version: 0 } })
  const newValues = { enabled: 1, seconds: 5, text: '<p>您好<script>x</script></p>' }
  expect(await save('admin', { ...newValues, version: 0 })).toMatchObject({
    data: { seconds: 5, version: 1 },
  })
  expect(await read('admin')).toMatchObject({ data: { enabled: 1, text: '<p>您好</p>', version: 1 } })
  expect(await read('other-admin')).toMatchObject({ data: { enabled: 0, version: 0 } })

  const { token } = await app.as('admin')
  const { data } = (await app.send('GET', '/log/getAdminLogPageList?targetType=greeting', { token })).body
  expect((data as { records: object[] }).records).toMatchObject([
    { module: 10, action: 'config', targetName: '欢迎语' },
  ])
})

test('refuses the second of two concurrent saves with the values of the first', async () => {
  const { version } = (await read('admin')).data as { version: number }
  const answers = await Promise.all([6, 7, 8].map(seconds => save('admin', { enabled: 1, seconds, version })))
  expect(answers.map(it => it.code).toSorted()).toEqual(['200', '4090', '4090'])
  expect(answers.find(it => it.code === '4090')).toMatchObject({
    data: { current: { enabled: 1 }, changedFields: expect.arrayContaining(['seconds']) },
  })
})

test('refuses callers without the right, invalid values and switched-off settings', async () => {
  expect((await save('branch', { enabled: 1, seconds: 5, version: 0 })).code).toBe('4030')
  expect(await save('admin', { enabled: 1, seconds: 99, version: 0 })).toMatchObject({
    code: '4220',
    data: { errors: { seconds: '秒数不能大于60' } },
  })
  await app.database.write(1, db =>
    db.execute(
      `update firms set app_conf_set = '{"adminFuncSwitch":{"global":{"conf.loginReg":false}}}' where firm_id = 1`,
    ),
  )
  expect((await save('admin', { enabled: 1, seconds: 5, version: 0 })).code).toBe('4031')
})
