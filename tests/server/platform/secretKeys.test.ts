import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'

import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'

import { firmConfigs, secondFactors, webhooks } from '../../../server/db/tables.ts'
import { decryptText, encryptText } from '../../../server/process/box.ts'
import { readConfig } from '../../../server/process/config.ts'
import { addSecretKey, openSecretKeys, useSecretKeys } from '../../../server/process/secretKeys.ts'
import { resealFirm } from '../../../server/services/operation/resealSecrets.ts'
import { systemSettingsFrom } from '../../../server/services/settings/systemConfig.ts'
import { sealSecrets } from '../../../server/services/settings/systemSecrets.ts'
import { ensureVerificationKey } from '../../../server/services/verification/keys.ts'
import { startApp, type TestApp } from '../../support/app.ts'
import { folderOfTest } from '../../support/folder.ts'
import { runServer } from '../../support/process.ts'
import { challengeOf, turnFactorOn } from '../../support/secondFactor.ts'

const [former, present] = ['former key '.repeat(4), 'present key '.repeat(4)]
let app: TestApp
beforeAll(async () => void (app = await startApp()))
afterAll(() => app.close())
beforeEach(() => {
  useSecretKeys([])
  // The keys belong to the process, in which other test files run afterwards.
  return () => useSecretKeys([])
})

const secret = 'hush-7777-hush'
const change = async (patch: object) => {
  const system = await app.as('system')
  const { version } = await system.call('system.config')
  await system.call('system.updateConfig', { ...patch, version })
}
const systemRow = async () => {
  const rows = await app.database.read(1, db =>
    db.select().from(firmConfigs).where(eq(firmConfigs.key, 'system')),
  )
  return rows[0]!.value
}

const store = (value: Record<string, unknown>) =>
  app.database.write(1, db => db.update(firmConfigs).set({ value }).where(eq(firmConfigs.key, 'system')))

describe('a new key', () => {
  test('takes over every secret, after which the former one is not needed', async () => {
    useSecretKeys([former])
    const { codeNow } = await turnFactorOn(app, 'admin')
    await change({ sms: { provider: 'aliyun', secret }, robot: { address: '' }, wecom: { secret } })
    const admin = await app.as('admin')
    await app.database.write(1, db =>
      db.insert(webhooks).values({
        firmId: 1,
        name: '官网',
        url: 'https://firm.example/',
        events: [],
        sealed: encryptText('whsec_x', 'webhooks'),
        adminId: admin.id,
      }),
    )
    useSecretKeys([present, former])
    expect(await resealFirm(app.database, 1)).toEqual({ sealed: 3, unreadable: 0 })
    useSecretKeys([present])
    expect(systemSettingsFrom(await systemRow())).toMatchObject({ sms: { secret }, wecom: { secret } })
    const hooks = await app.database.read(1, db => db.select().from(webhooks))
    expect(hooks.map(({ sealed }) => decryptText(sealed, 'webhooks'))).toEqual(['whsec_x'])
    app.clock.advance(30_000)
    const challenge = await challengeOf(app, 'admin')
    const { body } = await app.send('POST', '/auth/factor/login', { body: { challenge, code: codeNow() } })
    expect(body.code).toBe('200')
  })

  test('leaves what no key decrypts as it is, and counts it', async () => {
    const [before] = await app.database.read(1, db => db.select().from(secondFactors))
    useSecretKeys(['another key '.repeat(4)])
    const value = await systemRow()
    expect((await resealFirm(app.database, 1)).unreadable).toBeGreaterThan(2)
    expect(await systemRow()).toEqual(value)
    expect(systemSettingsFrom(value).sms.secret).toBe('')
    const [after] = await app.database.read(1, db => db.select().from(secondFactors))
    expect(after).toEqual(before)
  })

  test('does not believe a secret that somebody has stored in clear, and counts it', async () => {
    await store({ sms: { secret } })
    expect(systemSettingsFrom(await systemRow()).sms.secret).toBe('')
    expect((await resealFirm(app.database, 1)).unreadable).toBeGreaterThan(0)
  })
})

describe('the keys', () => {
  test('are a file of the data folder, or variables of the environment', async () => {
    const folder = await folderOfTest('keys')
    const config = (more: Record<string, string> = {}) => readConfig({ DATA_DIR: folder, ...more })
    const [first] = await openSecretKeys(config(), true)
    expect(first).toMatch(/^[\w-]{43}$/)
    expect(await openSecretKeys(config(), true)).toEqual([first])
    await addSecretKey(config())
    const [second, ...rest] = await openSecretKeys(config(), false)
    expect(second).not.toBe(first)
    expect(rest).toEqual([first])
    const env = { SECRET_KEY: present, SECRET_KEY_FORMER: former }
    expect(await openSecretKeys(config(env), true)).toEqual([present, former])
    await writeFile(join(folder, 'secret.key'), 'short\n')
    await expect(openSecretKeys(config(), false)).rejects.toThrow('密钥不完整')
  })

  test('are not made where processes share the key of the log by the environment', async () => {
    const folder = await folderOfTest('keys')
    const config = readConfig({ DATA_DIR: folder, AUDIT_KEY: 'a key of the log '.repeat(3) })
    expect(await openSecretKeys(config, true)).toEqual([])
    await expect(readFile(join(folder, 'secret.key'))).rejects.toThrow('ENOENT')
  })
})

test('the commands add a key and encrypt with it, and an export of the firm has no secret', async () => {
  const folder = await folderOfTest('rotation')
  const run = async (...args: string[]) => {
    const env = { DATA_DIR: join(folder, 'data'), DATABASE_URL: app.database.url, SMS_PROVIDER: 'none' }
    const command = runServer(env, { entry: 'dist-server/cli.js', args })
    const { code } = await command.ended
    return { code, output: command.output(), errors: command.errors() }
  }
  await app.database.write(1, db => db.delete(secondFactors))
  await app.database.write(1, db => db.delete(webhooks))
  await store({})
  expect((await run('seal-secrets')).code).toBe(0)
  const keysOfFile = async () => (await readFile(join(folder, 'data/secret.key'), 'utf8')).trim().split('\n')
  useSecretKeys(await keysOfFile())
  await store(sealSecrets({ sms: { secret } }))
  expect(await run('seal-secrets')).toMatchObject({
    code: 0,
    output: expect.stringContaining('firm 1: 1 ') as string,
  })
  const sealed = await systemRow()
  expect((await run('new-secret-key')).code).toBe(0)
  expect((await run('seal-secrets')).code).toBe(0)
  expect(await systemRow()).not.toEqual(sealed)
  useSecretKeys((await keysOfFile()).slice(0, 1))
  expect(systemSettingsFrom(await systemRow()).sms.secret).toBe(secret)
  const { keys } = await app.database.write(1, db =>
    ensureVerificationKey(db, 1, { now: new Date(), byName: null }),
  )
  expect((await run('export-firm', '1', join(folder, 'export'))).code).toBe(0)
  const exported = await readFile(join(folder, 'export/tables/firm_configs.csv'), 'utf8')
  expect(exported).toContain('system')
  expect(exported).not.toContain(secret)
  expect(exported).not.toContain('sealed:')
  expect(exported).toContain('verificationKeys')
  expect(exported).not.toContain(keys[0]!.kid)
  expect(exported).not.toContain(keys[0]!.sealed)
})
