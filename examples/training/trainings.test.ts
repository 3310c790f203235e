import { afterAll, beforeAll, expect, test } from 'vitest'
import { startServer, type TestServer } from 'tenant-admin/extend/test'

import { trainings } from './trainings.ts'

let server: TestServer
beforeAll(async () => void (server = await startServer()))
afterAll(() => server.close())

test('hours have one decimal place', async () => {
  const call = await server.as('admin')
  const draft = await server.sampleOf(trainings)
  await expect(call('training:records.add', { ...draft, hours: 1.55 })).rejects.toMatchObject({
    code: '4220',
    data: { errors: { hours: '学时最多1位小数' } },
  })
})
