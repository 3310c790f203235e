import { and, desc, eq } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'

import type { AnyResource, Call } from '../../../resources/kit/index.ts'
import { settings } from '../../../resources/settings/index.ts'
import { logs, offices } from '../../../server/db/tables.ts'
import { startApp, type TestApp } from '../../support/app.ts'
import { sampleRecord } from '../../support/sample.ts'

type Setting = AnyResource & { calls: { get: Call; update: Call } }
const all: readonly Setting[] = Object.values(settings)

/** Values that must match a pattern, or that would equal the default. */
const patterned: Record<string, object> = {
  // A level without accounts, because accounts that lack a required second factor cannot call anything else.
  loginRegSet: { passwordLogin: 1, idleMinutes: 30, factorLevels: [0] },
  complianceRules: { R1: 3 },
  reminderSet: { confirmQuarterly: 1, assessmentDue: '05-31', digest: 1, digestHour: 8, mailTypes: [3] },
  websiteFeed: { hasLawyers: 1, hasArticles: 1 },
  agents: { isOpen: 1, mayPropose: 1 },
  cardVerification: {
    isOn: 1,
    isPrinted: 1,
    tellsLeft: 0,
    address: 'https://card.example.com/api/verify',
  },
  mpName: { mpAppId: 'wx0123456789abcdef', originalId: 'gh_0123456789ab' },
  icpSet: { icpNo: '沪ICP备12345678号-1', mpIcpNo: '沪ICP备12345678号-2', psbNo: '31010402000001' },
}
const sampleFor = ({ name, fields }: Setting): Record<string, unknown> => ({
  ...sampleRecord(fields, Object.keys(fields), {}),
  ...patterned[name],
})

let app: TestApp
beforeAll(async () => void (app = await startApp()))
afterAll(() => app.close())

const send = async (account: string, method: 'GET' | 'PUT', { calls }: Setting, body?: object) => {
  const { token } = await app.as(account)
  return (await app.send(method, calls.get.path, { token, ...(body && { body }) })).body
}
const lastRow = async (name: string) => {
  const [row] = await app.database.read(1, db =>
    db
      .select()
      .from(logs)
      .where(and(eq(logs.firmId, 1), eq(logs.targetType, name)))
      .orderBy(desc(logs.seq))
      .limit(1),
  )
  return row
}

describe.each(all.map(setting => ({ name: setting.name, setting })))('the setting $name', ({ setting }) => {
  const { name, fields, logModule, calls } = setting
  const editor = calls.update.who === 'setting.edit' ? 'system' : 'admin'
  const names = Object.keys(fields)

  test('answers the defaults until it is saved', async () => {
    expect(await send('branch', 'GET', setting)).toMatchObject({
      code: '200',
      data: { ...setting.initial, version: 0 },
    })
  })

  test('stores what is saved, increments the version, and logs each field with both values', async () => {
    const before = (await send(editor, 'GET', setting)).data as Record<string, unknown>
    const values = sampleFor(setting)
    expect(await send(editor, 'PUT', setting, { ...values, version: 0 })).toMatchObject({ code: '200' })
    expect(await send('branch', 'GET', setting)).toMatchObject({ data: { ...values, version: 1 } })
    const changed = names.filter(
      field => JSON.stringify(values[field]) !== JSON.stringify(before[field] ?? null),
    )
    const row = await lastRow(name)
    expect(row).toMatchObject({ module: logModule, action: 'config', result: 1 })
    expect(row!.diff.map(({ field }) => field).toSorted()).toEqual(changed.toSorted())
  })

  test('refuses an outdated version, a missing right and invalid values, and logs none of them', async () => {
    const { seq } = (await lastRow(name))!
    const values = sampleFor(setting)
    expect(await send(editor, 'PUT', setting, { ...values, version: 0 })).toMatchObject({ code: '4090' })
    expect(await send('branch', 'PUT', setting, { ...values, version: 1 })).toMatchObject({ code: '4030' })
    expect(await send(editor, 'PUT', setting, { ...values, surprise: 1, version: 1 })).toMatchObject({
      code: '4220',
    })
    expect(await send(editor, 'GET', setting)).toMatchObject({ data: { version: 1 } })
    expect((await lastRow(name))!.seq).toBe(seq)
  })
})

test('a setting refers to records that the firm has, and no others', async () => {
  const { shareCover } = settings
  const saved = (await send('admin', 'GET', shareCover)).data as Record<string, unknown>
  const { initial } = shareCover
  const save = (organizationId: number) => {
    const orgCovers = [{ organizationId, url: '/api/files/1/1-1/sample.webp' }]
    return send('admin', 'PUT', shareCover, { ...initial, orgCovers, version: saved['version'] })
  }
  const [elsewhere] = await app.database.read(2, db => db.select().from(offices).where(eq(offices.firmId, 2)))
  for (const id of [elsewhere!.organizationId, 999_999])
    expect(await save(id)).toMatchObject({
      code: '4220',
      data: { errors: { 'orgCovers.0.organizationId': '所选的律所已不存在，请重新选择' } },
    })
  expect(await save(app.world.offices.get('东所')!)).toMatchObject({ code: '200' })
})
