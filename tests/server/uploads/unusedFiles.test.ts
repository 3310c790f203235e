import { mkdir } from 'node:fs/promises'
import { join } from 'node:path'

import { eq, sql } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'

import { cards, files, lawyers, offices } from '../../../server/db/tables.ts'
import type { Services } from '../../../server/context/services.ts'
import { createBucket } from '../../../server/services/files/bucket.ts'
import { storeFile } from '../../../server/services/files/files.ts'
import { runPurge } from '../../../server/services/jobs/purge.ts'
import { createStorage, singleChunk } from '../../../server/services/files/storage.ts'
import { runFileSweep } from '../../../server/services/files/unusedFiles.ts'
import { password, startApp, type TestApp } from '../../support/app.ts'
import { startBucket } from '../../support/bucket.ts'
import { folderOfFile } from '../../support/folder.ts'
import { setStage, type Stage } from '../../support/stage.ts'

const folder = folderOfFile('unused')
let server: Awaited<ReturnType<typeof startBucket>>
beforeAll(async () => {
  await mkdir(join(folder(), 'bucket'))
  server = await startBucket(join(folder(), 'bucket'))
})
afterAll(() => server.stop())

const DAY_MS = 24 * 3_600_000

describe.each([
  ['on disk', () => createStorage(join(folder(), 'files'))],
  ['in a bucket', () => createBucket(server.bucket, join(folder(), 'staging'))],
])('unused files %s', (_, create) => {
  let app: TestApp
  let stage: Stage
  let storage: Services['storage']
  /** While true, the storage fails to remove files. */
  let isAway = false
  beforeAll(async () => {
    storage = create()
    const remove = (path: string) => (isAway ? Promise.reject(new Error('no answer')) : storage.remove(path))
    app = await startApp({ services: { storage: { ...storage, remove } } })
    stage = await setStage(app)
  })
  afterAll(() => app.close())

  let made = 0
  const upload = async (ownerPopulation: 1 | 2, ownerId: number) => {
    const path = `1/${ownerPopulation}-${ownerId}/${String((made += 1)).padStart(32, 'a')}.webp`
    const bytes = Buffer.from('a picture')
    const stagedFile = await storage.stage(singleChunk(bytes))
    await stagedFile.keep(path)
    await stagedFile.discard()
    const row = { firmId: 1, ownerPopulation, ownerId, scene: 'avatar', mime: 'image/webp' }
    await app.database.write(1, db => db.insert(files).values({ ...row, path, size: bytes.length }))
    return path
  }
  const isThere = async (path: string) => (await storage.open(path)) !== null
  const countOf = (path: string) => app.database.read(1, db => db.$count(files, eq(files.path, path)))
  const later = (days: number) => new Date(app.clock.now().getTime() + days * DAY_MS)
  /** Runs the clean-up and then the job that removes the files from the storage. */
  const sweep = async (days = 0) => {
    const count = await runFileSweep(app.database, 1, later(days))
    await app.runJobs()
    return count
  }
  const remove = (id: number) =>
    stage.admin.send('DELETE', `/lawyer/remove/${id}`, { body: { reason: '录入有误' } })
  const setCover = (cover: string | null) =>
    app.database.write(1, db =>
      db.update(offices).set({ cover }).where(eq(offices.organizationId, stage.organizationId)),
    )
  /** Creates a person with a portrait set by an administrator, on the person and on the card. */
  const personWithPortrait = async () => {
    const card = await stage.publishedCard()
    const path = await upload(1, stage.admin.id)
    const avatar = `/api/files/${path}`
    await app.database.write(1, async db => {
      await db.update(lawyers).set({ avatar }).where(eq(lawyers.id, card.lawyerId))
      const [row] = await db.select().from(cards).where(eq(cards.id, card.id))
      const content = { ...row!.content, avatar }
      await db.update(cards).set({ content, published: content }).where(eq(cards.id, card.id))
    })
    return { ...card, path }
  }

  test('of a purged person are removed when nothing else names them, which is logged', async () => {
    const { lawyerId, path } = await personWithPortrait()
    const [unsaved, shared] = [await upload(2, lawyerId), await upload(2, lawyerId)]
    const other = await personWithPortrait()
    await setCover(`/api/files/${shared}`)
    await remove(lawyerId)
    expect(await sweep()).toBe(0)
    const body = { reason: '本人要求', confirmPassword: password }
    await stage.admin.send('DELETE', `/lawyer/purge/${lawyerId}`, { body })
    expect(await sweep()).toBe(2)
    expect([await isThere(path), await isThere(unsaved)]).toEqual([false, false])
    expect([await countOf(path), await countOf(unsaved)]).toEqual([0, 0])
    expect([await isThere(shared), await isThere(other.path)]).toEqual([true, true])
    const { records } = await stage.admin.call('logs.getAdminLogPageList', { module: [13] })
    expect(records[0]).toMatchObject({ action: 'purge', operatorName: '系统', summary: '彻底删除共2项' })
    const row = await stage.admin.call('logs.one', { id: records[0]!.id })
    expect(JSON.stringify(row.diff)).toContain(path)
    // A form that is still open may name the file again within a day.
    await setCover(null)
    expect(await sweep()).toBe(0)
    expect(await sweep(1.01)).toBe(1)
    expect(await isThere(shared)).toBe(false)
  })

  test('of a person purged by the job after 30 days are removed too', async () => {
    const { lawyerId, path } = await personWithPortrait()
    await remove(lawyerId)
    await runPurge(app.database, 1, later(29))
    await sweep(29)
    expect(await isThere(path)).toBe(true)
    await runPurge(app.database, 1, later(31))
    expect(await sweep(31)).toBe(1)
    expect(await isThere(path)).toBe(false)
  })

  test('of an interrupted upload are removed once it cannot resume', async () => {
    const bytes = Buffer.from('a picture')
    const stagedFile = await storage.stage(singleChunk(bytes))
    const key = `1/1-${stage.admin.id}/${'b'.repeat(32)}.webp`
    const late = {
      ...stagedFile,
      keep: async (path: string) => {
        await stagedFile.keep(path)
        throw new Error('the answer came too late')
      },
    }
    const unreachable = { ...storage, remove: () => Promise.reject(new Error('no answer')) }
    const runtime = { database: app.database, services: { storage: unreachable }, now: app.clock.now }
    const sent = { key, scene: 'avatar', mime: 'image/webp', staged: late }
    const caller = { firmId: 1, population: 1, id: stage.admin.id } as const
    await expect(storeFile(runtime, caller, sent)).rejects.toThrow('too late')
    expect([await sweep(), await isThere(key)]).toEqual([0, true])
    expect([await sweep(1), await isThere(key), await countOf(key)]).toEqual([1, false, 0])
  })

  test('are served to nobody while the storage is down and removed when it recovers', async () => {
    const { lawyerId, path } = await personWithPortrait()
    await remove(lawyerId)
    await runPurge(app.database, 1, later(31))
    isAway = true
    expect(await sweep(31)).toBe(1)
    expect([await countOf(path), await isThere(path)]).toEqual([0, true])
    expect((await app.fetch(`/files/${path}`)).status).toBe(404)
    isAway = false
    await app.database.write(null, db =>
      db.execute(sql`update graphile_worker._private_jobs set run_at = now() - interval '1 second'`),
    )
    await app.runJobs()
    expect(await isThere(path)).toBe(false)
  })

  test('stay if a record that names them is being saved during the clean-up', async () => {
    const path = await upload(1, stage.admin.id)
    await setCover(`/api/files/${path}`)
    await setCover(null)
    const client = await app.database.pool.connect()
    await client.query(`begin; set local app.firm_id = '1'`)
    await client.query('update offices set cover = $1 where organization_id = $2', [
      `/api/files/${path}`,
      stage.organizationId,
    ])
    // The transaction with the use is still open, so that the clean-up cannot see it.
    expect(await sweep(2)).toBe(0)
    await client.query('commit')
    client.release()
    expect([await sweep(2), await isThere(path), await countOf(path)]).toEqual([0, true, 1])
  })

  test('that are removed while a record naming them is saved make the save fail with an explanation', async () => {
    const path = await upload(1, stage.admin.id)
    const { organizationId } = await stage.office()
    const client = await app.database.pool.connect()
    let answer
    try {
      await client.query(`begin; set local app.firm_id = '1'`)
      await client.query('delete from files where path = $1', [path])
      answer = stage.admin
        .call('offices.update', { organizationId, version: 1, cover: `/api/files/${path}` })
        .catch((error: unknown) => error)
      await vi.waitFor(async () => {
        await client.query('select pg_stat_clear_snapshot()')
        const { rows } = await client.query(`select from pg_stat_activity
          where datname = current_database() and wait_event_type = 'Lock'`)
        expect(rows).toHaveLength(1)
      })
      await client.query('commit')
    } finally {
      client.release(true)
    }
    expect(await answer).toMatchObject({
      code: '4040',
      message: '所用的图片或视频刚刚被清理，请重新上传',
    })
  })
})
