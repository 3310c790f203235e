import { and, desc, eq } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'

import { logs } from '../../../server/db/tables.ts'
import { startApp, type TestApp } from '../../support/app.ts'

let app: TestApp
beforeAll(async () => void (app = await startApp()))
afterAll(() => app.close())

const idOf = (name: string) => app.world.people.get(name)!.id
const reason = '手机遗失'
const latestKick = async () => {
  const [row] = await app.database.read(1, db =>
    db
      .select()
      .from(logs)
      .where(and(eq(logs.firmId, 1), eq(logs.action, 'kick')))
      .orderBy(desc(logs.seq))
      .limit(1),
  )
  return row!
}
const codeOf = async ({ send }: Awaited<ReturnType<TestApp['asNew']>>) =>
  (await send('GET', '/auth/self')).body.code
const refusal = (code: string) => expect.objectContaining({ code }) as unknown

describe.each([
  ['lawyers', '13800000002'],
  ['admins', 'branch2'],
] as const)('D the devices of a person (%s)', (group, name) => {
  test('are listed, and one is ended with its reason in the log', async () => {
    const [first, second] = [await app.asNew(name), await app.asNew(name)]
    const branch = await app.asNew('branch')
    const deviceList = await branch.call(`${group}.devices`, { id: idOf(name) })
    expect(deviceList).toHaveLength(2)
    expect(deviceList.every(it => it.current === 0)).toBe(true)
    const [own] = (await second.call('session.sessions')).filter(it => it.current === 1)
    expect(await branch.call(`${group}.kick`, { id: idOf(name), sessionId: own!.id, reason })).toEqual({
      ended: 1,
    })
    expect(await codeOf(second)).toBe('4003')
    expect(await codeOf(first)).toBe('200')
    expect(await latestKick()).toMatchObject({
      module: 1,
      operatorId: idOf('branch'),
      targetType: group,
      targetId: idOf(name),
      reason,
    })
    await expect(
      branch.call(`${group}.kick`, { id: idOf(name), sessionId: own!.id, reason }),
    ).rejects.toEqual(refusal('4040'))
  })

  test('are ended together', async () => {
    const devices = [await app.asNew(name), await app.asNew(name), await app.asNew(name)]
    const admin = await app.as('admin')
    const { ended } = await admin.call(`${group}.kick`, { id: idOf(name), reason })
    expect(ended).toBeGreaterThanOrEqual(3)
    expect(await Promise.all(devices.map(codeOf))).toEqual(['4003', '4003', '4003'])
    expect(await admin.call(`${group}.devices`, { id: idOf(name) })).toEqual([])
  })

  test('are not ended without a reason', async () => {
    const admin = await app.as('admin')
    await expect(admin.call(`${group}.kick`, { id: idOf(name), reason: '' })).rejects.toMatchObject({
      code: '4220',
      data: { errors: { reason: expect.any(String) as string } },
    })
  })
})

test('cannot be seen or ended by administrators of other offices or lower levels', async () => {
  const branch = await app.as('branch')
  const outside = { id: idOf('13800000003') }
  await expect(branch.call('lawyers.devices', outside)).rejects.toEqual(refusal('4040'))
  await expect(branch.call('lawyers.kick', { ...outside, reason })).rejects.toEqual(refusal('4040'))
  await expect(branch.call('admins.kick', { id: idOf('south'), reason })).rejects.toEqual(refusal('4040'))
  for (const name of ['admin2', 'branch2'])
    await expect(
      (await app.as(name)).call('lawyers.kick', { id: idOf('13800000002'), reason }),
    ).rejects.toEqual(refusal('4030'))
})

test('a lawyer ends own sessions elsewhere, and nobody else’s; the present one stays', async () => {
  const [thisDevice, otherDevice] = [await app.asNew('13800000001'), await app.asNew('13800000001')]
  await expect(thisDevice.call('lawyers.kick', { id: idOf('13800000002'), reason })).rejects.toEqual(
    refusal('4040'),
  )
  await expect(thisDevice.call('admins.devices', { id: idOf('admin') })).rejects.toEqual(refusal('4040'))
  await thisDevice.call('lawyers.kick', { id: idOf('13800000001'), reason })
  expect(await codeOf(thisDevice)).toBe('200')
  expect(await codeOf(otherDevice)).toBe('4003')
})

test('an administrator who ends all own sessions keeps the present one', async () => {
  const [thisDevice, otherDevice] = [await app.asNew('admin'), await app.asNew('admin')]
  await thisDevice.call('admins.kick', { id: idOf('admin'), reason })
  expect(await codeOf(thisDevice)).toBe('200')
  expect(await codeOf(otherDevice)).toBe('4003')
})
