import { afterAll, beforeAll, expect, test } from 'vitest'

import { createFirstAdmin } from '../../../server/commands/firstAdmin.ts'
import { createSession } from '../../../server/services/identity/session.ts'
import { startApp, type TestApp } from '../../support/app.ts'

let app: TestApp
beforeAll(
  async () => void (app = await startApp({ seed: async () => ({ people: new Map(), offices: new Map() }) })),
)
afterAll(() => app.close())

test('shows a new firm which set-up steps are done', async () => {
  await createFirstAdmin(app.database, {
    firmName: '清风律师事务所',
    account: 'boss',
    name: '顾主任',
    mobile: '13900001111',
  })
  const { rows } = await app.database.write(1, db =>
    db.execute<{ id: number }>('update admins set must_change_pwd = 0 returning id::int4'),
  )
  const now = app.clock.now()
  const { token } = await app.database.write(1, db =>
    createSession(db, { firmId: 1, population: 1, userId: rows[0]!.id, now }),
  )
  const ask = async (method: string, path: string, body?: object) =>
    (await app.send(method, path, { token, ...(body && { body }) })).body.data as Record<string, unknown>
  const steps = () => ask('GET', '/firm/checklist')
  const hasPeople = async () => (await ask('GET', '/firm/appconf'))['hasPeople']
  expect(await hasPeople()).toBe(0)
  expect(await steps()).toEqual({ logo: 0, office: 0, positions: 1, professions: 1, people: 0, qrcode: 0 })

  const offices = (await ask('GET', '/firmOrganization/pageList'))['records'] as {
    organizationId: number
    version: number
  }[]
  const [{ organizationId, version }] = offices as [(typeof offices)[number]]
  await ask('POST', '/firmOrganization/update', { organizationId, version, address: '世纪大道100号' })
  await ask('POST', '/lawyer/addList', {
    list: [{ name: '秦明', mobile: '13811112222', organizationId, personType: 2 }],
    mode: 'all',
  })
  expect(await hasPeople()).toBe(1)
  const qrcode = await ask('GET', '/firmConf/qrcode')
  await ask('PUT', '/firmConf/qrcode', {
    qrcodeUrl: '/api/files/1/1-1/qr.webp',
    useComponent: 0,
    enabled: 1,
    version: qrcode['version'],
  })
  const firm = await ask('GET', '/firm/firmInfo/1')
  await ask('POST', '/firm/update', { logo: '/api/files/1/1-1/logo.webp', version: firm['version'] })
  expect(await steps()).toEqual({ logo: 1, office: 1, positions: 1, professions: 1, people: 1, qrcode: 1 })
})
