import { mkdir, readdir, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { Readable } from 'node:stream'

import { Decrypter, generateX25519Identity, identityToRecipient } from 'age-encryption'
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest'

import { restoreBackup } from '../../../server/db/backup/restore.ts'
import { openDatabase } from '../../../server/db/connection/open.ts'
import { withClient } from '../../../server/db/migrate.ts'
import { firms } from '../../../server/db/tables.ts'
import type { Bucket } from '../../../server/process/bucketVariables.ts'
import { readConfig } from '../../../server/process/config.ts'
import { createLog } from '../../../server/process/log.ts'
import { bucketUploads } from '../../../server/services/files/bucketUploads.ts'
import { runScheduledBackup, scheduledBackupOf } from '../../../server/services/operation/scheduledBackup.ts'
import { backUpIfDue, plannedBefore, startBackups } from '../../../server/services/operation/backupTimes.ts'
import { lastBackupReader } from '../../../server/services/operation/lastBackup.ts'
import { emptyDatabase, type FreshDatabase, freshDatabase, testSuperuser } from '../../support/database.ts'
import { folderOfTest } from '../../support/folder.ts'
import { runServer } from '../../support/process.ts'
import { startStrictBucket } from '../../support/strictBucket.ts'

let source: FreshDatabase
beforeAll(async () => {
  source = await freshDatabase()
  await source.write(1, db =>
    db.insert(firms).values({ firmId: 1, name: '梁山律师事务所', shortName: '梁山' }),
  )
})
afterAll(() => source.close())

const planned = async (env: Record<string, string> = {}, superuser = testSuperuser()) => {
  const place = await folderOfTest('scheduledBackup')
  const config = readConfig({ DATA_DIR: join(place, 'data'), BACKUP_DIR: join(place, 'backups'), ...env })
  await mkdir(join(config.dataDir, 'files/1/1-1'), { recursive: true })
  await writeFile(join(config.dataDir, 'files/1/1-1/logo.png'), 'a picture')
  const folder = config.backupPlan!.folder!
  await mkdir(folder)
  const backup = scheduledBackupOf(config, { owner: source.connection, superuser, log: createLog('silent') })!
  return { config, backup, folder }
}

const bucketEnv = ({ url, region, keyId, secret, prefix }: Bucket) => ({
  BACKUP_BUCKET_URL: prefix === '' ? url : url.slice(0, -prefix.length - 1),
  BACKUP_BUCKET_STYLE: 'virtual',
  BACKUP_BUCKET_PREFIX: prefix,
  BACKUP_BUCKET_REGION: region,
  BACKUP_BUCKET_KEY_ID: keyId,
  BACKUP_BUCKET_SECRET: secret,
})

const scratchDatabases = () =>
  withClient(testSuperuser(), async client => {
    const { rows } = await client.query(
      `select datname from pg_database where datname like 'tenant_admin_check_%'`,
    )
    return rows
  })

test('encrypts a scheduled backup, verifies it by a restore and leaves nothing readable behind', async () => {
  const identity = await generateX25519Identity()
  const { config, backup, folder } = await planned({
    BACKUP_AGE_RECIPIENTS: await identityToRecipient(identity),
  })
  const now = new Date('2026-11-25T18:30:00Z')
  const note = await runScheduledBackup(backup, now)
  const name = 'tenant-admin-2026-11-25T18-30-00Z.tar.age'
  expect(note).toEqual({ at: now.toISOString(), file: join(folder, name), check: 'restored' })
  expect((await readdir(folder)).toSorted()).toEqual(['last-backup.json', name])
  expect((await readdir(config.dataDir)).toSorted()).toEqual(['files', 'last-backup.json'])
  expect(await scratchDatabases()).toEqual([])
  expect(await lastBackupReader(config)()).toEqual(note)

  const encrypted = await readFile(note.file)
  expect(encrypted.subarray(0, 21).toString()).toBe('age-encryption.org/v1')
  const decrypter = new Decrypter()
  decrypter.addIdentity(identity)
  const plain = join(config.dataDir, 'plain.tar')
  await writeFile(plain, await decrypter.decrypt(new Uint8Array(encrypted)))
  const target = await emptyDatabase()
  onTestFinished(target.drop)
  await restoreBackup(target.connection, join(config.dataDir, 'restored'), plain)
  const copy = await openDatabase({ connection: target.connection })
  onTestFinished(copy.close)
  expect(await copy.read(1, db => db.select({ name: firms.name }).from(firms))).toEqual([
    { name: '梁山律师事务所' },
  ])
  expect(await readFile(join(config.dataDir, 'restored/1/1-1/logo.png'), 'utf8')).toBe('a picture')
})

test('removes backups after their retention period and nothing else', async () => {
  const { backup, folder } = await planned({ BACKUP_KEEP_DAYS: '3' })
  const older = ['tenant-admin-2026-11-20T18-30-00Z.tar', '.tenant-admin-2026-11-23T18-30-00Z.tar.part']
  const expectedFiles = ['tenant-admin-2026-11-24T18-30-00Z.tar', 'tenant-admin-notes.txt', 'other.tar']
  for (const name of [...older, ...expectedFiles]) await writeFile(join(folder, name), '')
  await runScheduledBackup(backup, new Date('2026-11-25T18:30:00Z'))
  expect((await readdir(folder)).toSorted()).toEqual(
    [...expectedFiles, 'last-backup.json', 'tenant-admin-2026-11-25T18-30-00Z.tar'].toSorted(),
  )
})

test('reads the backup to its end instead, and says so, where no login may create a database', async () => {
  const { backup } = await planned()
  const note = await runScheduledBackup({ ...backup, superuser: undefined }, new Date('2026-11-25T18:30:00Z'))
  expect(note.check).toBe('read')
})

test('does not deliver a backup that cannot be restored', async () => {
  const { backup, folder } = await planned()
  const unusableLogin = { ...testSuperuser(), password: 'wrong', user: 'nobody' }
  await expect(runScheduledBackup({ ...backup, superuser: unusableLogin }, new Date())).rejects.toThrow(
    /nobody/,
  )
  expect(await readdir(folder)).toEqual([])
})

test('copies backups to a bucket beside the folder, with the same names and retention', async () => {
  const server = await startStrictBucket()
  onTestFinished(async () => void (await server.stop()))
  const bucket = server.byHost('backups/firm')
  const identity = await generateX25519Identity()
  const { config, backup, folder } = await planned({
    ...bucketEnv(bucket),
    BACKUP_KEEP_DAYS: '3',
    BACKUP_AGE_RECIPIENTS: await identityToRecipient(identity),
  })
  const other = bucketUploads(bucket)
  for (const name of ['tenant-admin-2026-11-20T18-30-00Z.tar.age', 'tenant-admin-notes.txt', 'other.tar'])
    await other.put(name, Readable.from([Buffer.from('kept')]))
  await runScheduledBackup(backup, new Date('2026-11-25T18:30:00Z'))
  const name = 'tenant-admin-2026-11-25T18-30-00Z.tar.age'
  expect(server.paths().toSorted()).toEqual(
    ['other.tar', name, 'tenant-admin-notes.txt'].map(expectedFiles => `/backups/firm/${expectedFiles}`),
  )
  expect((await readdir(folder)).toSorted()).toEqual(['last-backup.json', name])
  expect(server.refusals).toEqual([])
  const decrypter = new Decrypter()
  decrypter.addIdentity(identity)
  const plain = join(config.dataDir, 'plain.tar')
  await writeFile(plain, await decrypter.decrypt(new Uint8Array(server.bytesOf(`/backups/firm/${name}`)!)))
  const target = await emptyDatabase()
  onTestFinished(target.drop)
  await restoreBackup(target.connection, join(config.dataDir, 'restored'), plain)
})

test('accepts a bucket without a folder, and fails the job when the bucket refuses', async () => {
  const server = await startStrictBucket()
  onTestFinished(async () => void (await server.stop()))
  const { config, backup } = await planned()
  const bucket = server.byHost()
  const only = { ...backup, plan: { ...backup.plan, folder: undefined, bucket } }
  const note = await runScheduledBackup(only, new Date('2026-11-25T18:30:00Z'))
  expect(note.file).toBe(`${bucket.url}/tenant-admin-2026-11-25T18-30-00Z.tar`)
  expect(await lastBackupReader(config)()).toEqual(note)
  const wrong = { ...only, plan: { ...only.plan, bucket: { ...bucket, secret: 'another' } } }
  await expect(runScheduledBackup(wrong, new Date('2026-11-26T18:30:00Z'))).rejects.toMatchObject({
    code: '5030',
  })
  expect(await lastBackupReader(config)()).toEqual(note)
})

test('what another machine put into the bucket is the last backup for a machine that wrote down none', async () => {
  const folder = await folderOfTest('bucketAge')
  const server = await startStrictBucket()
  onTestFinished(async () => void (await server.stop()))
  const bucket = server.byHost('backups/firm')
  const env = { DATA_DIR: folder, ...bucketEnv(bucket) }
  const config = readConfig(env)
  const other = bucketUploads(bucket)
  const storeBackup = (name: string) => other.put(name, Readable.from([Buffer.from('a backup')]))
  expect(await lastBackupReader(config)()).toBeNull()
  for (const name of [
    '24T18-30-00Z.tar',
    '26T18-30-00Z.tar.age',
    '25T18-30-00Z.tar',
    '27T18-30-00Z.tar.part',
  ])
    await storeBackup(`tenant-admin-2026-11-${name}`)
  await storeBackup('tenant-admin-notes.txt')
  const read = lastBackupReader(config)
  const newest = {
    at: '2026-11-26T18:30:00.000Z',
    file: `${bucket.url}/tenant-admin-2026-11-26T18-30-00Z.tar.age`,
  }
  expect(await read()).toEqual(newest)
  const command = { entry: 'dist-server/cli.js', args: ['status'] }
  const status = runServer({ ...env, DATABASE_URL: source.url }, command)
  await status.ended
  expect(status.output()).toContain(newest.file)
  const process = runServer({
    ...env,
    DATABASE_URL: source.url,
    SMS_PROVIDER: 'none',
    MANAGEMENT_PORT: '0',
    WORKER: 'off',
  })
  onTestFinished(async () => void (await process.stop()))
  await process.isListening()
  const [, port] = /"port":(\d+),"msg":"management port"/.exec(process.output())!
  const metrics = await (await fetch(`http://127.0.0.1:${port}/metrics`)).text()
  const [, age] = /^tenant_admin_backup_age\S* (\S+)$/m.exec(metrics) ?? []
  const expected = (Date.now() - Date.parse(newest.at)) / 1_000
  expect(Math.abs(Number(age) - expected)).toBeLessThan(300)
})

test('while the bucket does not answer, the last backup is what is written down', async () => {
  const { config, backup } = await planned()
  const server = await startStrictBucket()
  onTestFinished(async () => void (await server.stop()))
  const plan = { ...backup.plan, folder: undefined, bucket: { ...server.byHost(), secret: 'another' } }
  const read = lastBackupReader({ ...config, backupPlan: plan })
  expect(await read()).toBeNull()
  const note = { at: '2026-11-25T18:30:00.123Z', file: '/backups/one.tar', check: 'restored' }
  await writeFile(join(config.dataDir, 'last-backup.json'), JSON.stringify(note))
  expect(await read()).toEqual(note)
})

test.each([
  ['2026-11-25T18:29:59Z', '2026-11-24T18:30:00.000Z'],
  ['2026-11-25T18:30:00Z', '2026-11-25T18:30:00.000Z'],
])('at %s the backup of %s is due, by China’s time', async (now, due) => {
  const { backup } = await planned()
  expect(plannedBefore(backup.plan, new Date(now)).toISOString()).toBe(due)
})

/** The plans of several processes of one installation, each with folders of its own. */
const processes = (count: number) => Promise.all(Array.from({ length: count }, () => planned()))
const forget = () =>
  withClient(source.connection, client => client.query(`delete from counters where key = 'backup'`))

test('one of several processes makes the backup of a night, and a missed one as soon as a process runs', async () => {
  await forget()
  const several = await processes(4)
  const all = (now: string) => Promise.all(several.map(({ backup }) => backUpIfDue(backup, new Date(now))))
  const first = await all('2026-11-25T18:30:00Z')
  expect(first.filter(isMade => isMade)).toHaveLength(1)
  expect(await all('2026-11-26T18:29:00Z')).toEqual([false, false, false, false])
  // No process ran that night; it is made up for in the morning.
  expect((await all('2026-11-27T02:00:00Z')).filter(isMade => isMade)).toHaveLength(1)
  expect(await all('2026-11-27T18:29:00Z')).toEqual([false, false, false, false])
  const made = await Promise.all(several.map(({ folder }) => readdir(folder)))
  expect(
    made
      .flat()
      .filter(name => name.endsWith('.tar'))
      .toSorted(),
  ).toEqual(['tenant-admin-2026-11-25T18-30-00Z.tar', 'tenant-admin-2026-11-27T02-00-00Z.tar'])
})

test('a failed backup is tried again', async () => {
  await forget()
  const { backup, folder } = await planned()
  const isFailing = { now: true }
  const owner = () =>
    isFailing.now ? { ...source.connection, password: 'wrong', user: 'nobody' } : source.connection
  const failing = {
    ...backup,
    get owner() {
      return owner()
    },
  }
  const stop = startBackups(
    failing,
    { now: () => new Date('2026-11-25T18:30:00Z'), isDiskLow: () => false },
    { check: 60_000, retry: 20 },
  )
  onTestFinished(stop)
  isFailing.now = false
  await expect
    .poll(() => readdir(folder), { timeout: 60_000 })
    .toContain('tenant-admin-2026-11-25T18-30-00Z.tar')
})

test('a process that stops ends its backup, which another makes then', async () => {
  await forget()
  const [one, other] = await processes(2)
  const clock = { now: () => new Date('2026-11-25T18:30:00Z'), isDiskLow: () => false }
  await startBackups(one!.backup, clock)()
  expect(await readdir(one!.folder)).toEqual([])
  expect(await readdir(one!.config.dataDir)).toEqual(['files'])
  expect(await backUpIfDue(other!.backup, clock.now())).toBe(true)
})
