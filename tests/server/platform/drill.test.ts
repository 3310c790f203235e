import { copyFile, mkdir, readFile, rename, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'

import type pg from 'pg'
import { describe, expect, onTestFinished, test } from 'vitest'

import { secondFactors } from '../../../server/db/tables.ts'
import type { Envelope } from '../../support/app.ts'
import { password } from '../../support/app.ts'
import { emptyDatabase } from '../../support/database.ts'
import { filledDatabase } from '../../support/filledDatabase.ts'
import { folderOfTest } from '../../support/folder.ts'
import { startPooler, whyNoPooler } from '../../support/pooler.ts'
import { runServer, type ServerProcess } from '../../support/process.ts'
import { restoredCounts, rowCounts } from '../../support/rowCounts.ts'

// Promise Q55 (server/promises.md): what an operator does after a machine is lost, as docs/operate.md says it.

const reason = whyNoPooler()
// A drill starts four servers and runs several commands one after another.
const drillPatience = { timeout: 300_000 }
const auditKey = 'a key that no backup holds 0123456789'

const urlOf = ({ user, password: secret, database, host, port }: pg.ClientConfig) =>
  `postgresql://${user}:${String(secret)}@localhost/${database}?${new URLSearchParams({ host: host!, port: String(port) })}`

/** A place where the product is installed: its database behind a pooler, its folder, and the address past the pooler. */
const installedAt = async (connection: pg.ClientConfig, dataDir: string) => {
  const pooler = await startPooler(connection, 'transaction')
  onTestFinished(pooler.stop)
  const shared = { DATA_DIR: dataDir, AUDIT_KEY: auditKey, SMS_PROVIDER: 'none' }
  return {
    commands: { ...shared, DATABASE_URL: urlOf(connection) },
    servers: {
      ...shared,
      DATABASE_URL: pooler.url,
      DIRECT_DATABASE_URL: urlOf(connection),
      PREPARED_STATEMENTS: 'off',
    },
  }
}
type Installed = Awaited<ReturnType<typeof installedAt>>

const startTwo = async ({ servers }: Installed) => {
  const both = [runServer(servers), runServer(servers)]
  onTestFinished(async () => void (await Promise.all(both.map(it => it.stop()))))
  await Promise.all(both.map(it => it.isListening()))
  return both
}

const command = async ({ commands }: Installed, ...args: string[]) => {
  const run = runServer(commands, { entry: 'dist-server/cli.js', args })
  const { code } = await run.ended
  expect(code, run.errors()).toBe(0)
  return run.output()
}

const portOf = (server: ServerProcess) => /"port":(\d+),"msg":"listening"/.exec(server.output())![1]!

const call = async (server: ServerProcess, path: string, init: RequestInit = {}) =>
  (await (await fetch(`http://127.0.0.1:${portOf(server)}/api${path}`, init)).json()) as Envelope

const signIn = async (server: ServerProcess) => {
  const body = new URLSearchParams({ account: 'admin', password })
  const { code, data } = await call(server, '/auth/firmAccessUserLogin', { method: 'POST', body })
  expect(code).toBe('200')
  return (data as { token: string }).token
}

const addPosition = async (server: ServerProcess, token: string) => {
  const headers = { token, 'content-type': 'application/json' }
  const post = { postName: '演练', postCode: 'Drill', postLevel: 9, isPartner: 0, needLicence: 0, sort: 1 }
  const body = JSON.stringify({ ...post, enabled: '1' })
  expect(await call(server, '/firm/post', { method: 'POST', headers, body })).toMatchObject({ code: '200' })
}

describe.skipIf(reason)(`backup drill${reason ? ` (${reason})` : ''}`, () => {
  test('an installation is backed up, wiped, restored and verified', drillPatience, async () => {
    const folder = await folderOfTest('drill')
    const [dataDir, file] = [join(folder, 'data'), join(folder, 'backup.tar')]
    const { database, connection } = await filledDatabase()
    // The sign-in is the same for everybody without a second factor.
    await database.write(1, db => db.delete(secondFactors))
    const photo = 'files/1/1-1/photo.jpg'
    await mkdir(dirname(join(dataDir, photo)), { recursive: true })
    await writeFile(join(dataDir, photo), 'a picture')
    const before = await installedAt(connection, dataDir)
    const [first, second] = await startTwo(before)
    const token = await signIn(first!)
    await addPosition(second!, token)
    await Promise.all([first!.stop(), second!.stop()])
    const counts = await rowCounts(connection)
    await command(before, 'backup', file)

    // The anchors are kept apart from the backup: they reveal rows that a backup lacks.
    const anchors = 'audit-anchors.jsonl'
    await copyFile(join(dataDir, anchors), join(folder, anchors))
    await rename(dataDir, join(folder, 'lost'))
    const { connection: empty, drop } = await emptyDatabase()
    onTestFinished(drop)
    const after = await installedAt(empty, dataDir)
    await command(after, 'restore', file)
    await copyFile(join(folder, anchors), join(dataDir, anchors))
    expect(await command(after, 'verify-audit')).toMatch(/^firm 1: \d+ rows OK$/m)
    expect(await readFile(join(dataDir, photo), 'utf8')).toBe('a picture')
    expect(await rowCounts(empty)).toEqual(restoredCounts(counts))
    const [third, fourth] = await startTwo(after)
    expect(await call(third!, '/auth/self', { headers: { token } })).toMatchObject({ code: '4003' })
    const fresh = await signIn(third!)
    const { data } = await call(fourth!, '/firm/post/page?pageNum=1&pageSize=100', {
      headers: { token: fresh },
    })
    expect((data as { records: { postName: string }[] }).records.map(it => it.postName)).toContain('演练')
  })
})
