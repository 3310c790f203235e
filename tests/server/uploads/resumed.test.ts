import { createHash } from 'node:crypto'
import { readdir } from 'node:fs/promises'

import { afterAll, beforeAll, describe, expect, test } from 'vitest'

import { uploads } from '../../../resources/uploads.ts'
import { files } from '../../../server/db/tables.ts'
import { createStorage } from '../../../server/services/files/storage.ts'
import { runFileSweep } from '../../../server/services/files/unusedFiles.ts'
import { type Envelope, startApp, type TestApp } from '../../support/app.ts'
import { folderOfFile } from '../../support/folder.ts'
import { pieceOfVideo } from '../../support/video.ts'

const folder = folderOfFile('resumed')
let app: TestApp
beforeAll(async () => {
  app = await startApp({ services: { storage: createStorage(folder()) } })
})
afterAll(() => app.close())

const size = 9 * 1024 * 1024 + 5
const uploadRequest = {
  scene: 'video' as const,
  size,
  mime: 'video/mp4',
  fingerprint: '介绍.mp4 1764000000000',
}
const begin = async (account = 'admin', more: object = {}) =>
  (await app.as(account)).call('uploads.begin', { ...uploadRequest, ...more })

const sendPiece = async (key: string, offset: number, body: BodyInit, account = 'admin') => {
  const { token } = await app.as(account)
  const address = `/upload/piece?${new URLSearchParams({ key, offset: String(offset) })}`
  const response = await app.fetch(address, {
    method: 'PUT',
    headers: { Token: token },
    body,
    duplex: 'half',
  } as RequestInit)
  return (await response.json()) as Envelope
}
/** Sends the missing bytes piece by piece. */
const sendRest = async ({ key, offset, pieceSize }: Awaited<ReturnType<typeof begin>>) => {
  for (let at = offset; at < size; at += pieceSize)
    expect(await sendPiece(key, at, pieceOfVideo(at, Math.min(pieceSize, size - at)))).toMatchObject({
      code: '200',
      data: { offset: Math.min(at + pieceSize, size) },
    })
}
const rows = () => app.database.read(1, db => db.select().from(files))
const stored = async () =>
  (await readdir(folder(), { recursive: true, withFileTypes: true })).filter(it => it.isFile())
const hashOf = (bytes: Uint8Array) => createHash('sha256').update(bytes).digest('hex')

test('an interrupted upload resumes where it stopped and is stored whole', async () => {
  const started = await begin()
  expect(started).toMatchObject({ offset: 0, pieceSize: 4 * 1024 * 1024 })
  const { key } = started
  await sendPiece(key, 0, pieceOfVideo(0, started.pieceSize))
  let sent = 0
  const broken = new ReadableStream<Uint8Array>({
    pull: controller => {
      if (sent === 3) return controller.error(new Error('the line is gone'))
      controller.enqueue(pieceOfVideo(started.pieceSize + sent * 1000, 1000))
      sent += 1
    },
  })
  await sendPiece(key, started.pieceSize, broken).catch(() => undefined)
  // Another window, or the page after a reload, knows only the file.
  const secondUpload = await begin()
  expect(secondUpload).toEqual({ ...started, offset: started.pieceSize + 3000 })
  expect(await sendPiece(key, started.pieceSize, pieceOfVideo(started.pieceSize, 10))).toMatchObject({
    code: '4091',
    data: { offset: started.pieceSize + 3000 },
  })
  const admin = await app.as('admin')
  await expect(admin.call('uploads.finish', { key })).rejects.toMatchObject({ code: '4091' })
  expect((await app.fetch(`/files/${key}`)).status).toBe(404)
  await sendRest(secondUpload)
  expect(await admin.call('uploads.finish', { key })).toEqual({
    url: `/api/files/${key}`,
    key,
    size,
    mime: 'video/mp4',
  })
  const bytes = new Uint8Array(await (await app.fetch(`/files/${key}`)).arrayBuffer())
  expect(hashOf(bytes)).toBe(hashOf(pieceOfVideo(0, size)))
  expect(await rows()).toMatchObject([{ path: key, size, sweepAt: null, fingerprint: null }])
  expect(await stored()).toHaveLength(1)
  // After the upload has finished, the same file is a new upload.
  const next = await begin()
  expect(next.key).not.toBe(key)
  await admin.call('uploads.cancel', { key: next.key })
})

test('an upload is accessible to its owner only', async () => {
  const { key } = await begin()
  for (const account of ['admin2', 'branch', '13800000001', 'other-admin']) {
    expect(await sendPiece(key, 0, pieceOfVideo(0, 100), account)).toMatchObject({ code: '4040' })
    const other = await app.as(account)
    await expect(other.call('uploads.finish', { key })).rejects.toMatchObject({ code: '4040' })
    await expect(other.call('uploads.cancel', { key })).rejects.toMatchObject({ code: '4040' })
  }
  const ownUpload = await begin('branch')
  expect(ownUpload.key).not.toBe(key)
  await (await app.as('branch')).call('uploads.cancel', { key: ownUpload.key })
  await (await app.as('admin')).call('uploads.cancel', { key })
})

test('cancelling leaves nothing', async () => {
  const before = [await rows(), await stored()]
  const { key, pieceSize } = await begin()
  await sendPiece(key, 0, pieceOfVideo(0, pieceSize))
  expect(await stored()).toHaveLength(before[1]!.length + 1)
  await (await app.as('admin')).call('uploads.cancel', { key })
  expect([await rows(), await stored()]).toEqual(before)
  expect(await sendPiece(key, 0, pieceOfVideo(0, 100))).toMatchObject({ code: '4040' })
})

test('refuses with its first piece, and forgets, a file whose content is no video', async () => {
  const before = [await rows(), await stored()]
  const { key } = await begin()
  expect(await sendPiece(key, 0, Buffer.alloc(10_000, 'x'))).toMatchObject({
    code: '4220',
    data: { errors: { file: '文件内容与类型不符，支持 MP4' } },
  })
  expect([await rows(), await stored()]).toEqual(before)
})

test('refuses uploads beyond the available space', async () => {
  const { key } = await begin('admin', { size: 5000, fingerprint: 'short' })
  expect(await sendPiece(key, 0, pieceOfVideo(0, 5001))).toMatchObject({ code: '4000' })
  await expect(begin('admin', { size: 300 * 1024 * 1024 + 1 })).rejects.toMatchObject({
    code: '4220',
    data: { errors: { size: '文件不能超过300MB' } },
  })
  await expect(begin('admin', { mime: 'video/webm' })).rejects.toMatchObject({ code: '4220' })
  // Reserved sizes count toward the limit.
  for (let index = 0; index < 6; index++)
    await begin('branch', { size: 300 * 1024 * 1024, fingerprint: `film ${index}` })
  await expect(
    begin('branch', { size: 300 * 1024 * 1024, fingerprint: 'one too many' }),
  ).rejects.toMatchObject({ code: '4091' })
})

test('refuses pieces without a session or without a started upload', async () => {
  const { key } = await begin()
  const response = await app.fetch(`/upload/piece?${new URLSearchParams({ key, offset: '0' })}`, {
    method: 'PUT',
    body: pieceOfVideo(0, 100),
  })
  expect(await response.json()).toMatchObject({ code: '4003' })
  expect(await sendPiece(key, -1, pieceOfVideo(0, 100))).toMatchObject({ code: '4220' })
  expect(await sendPiece('../../etc/passwd', 0, pieceOfVideo(0, 100))).toMatchObject({ code: '4040' })
})

test('an abandoned upload is deleted', async () => {
  const before = (await rows()).length
  const { key } = await begin('south')
  await sendPiece(key, 0, pieceOfVideo(0, 5000), 'south')
  const later = new Date(Date.now() + 3 * 24 * 60 * 60_000)
  await runFileSweep(app.database, 1, later)
  await app.runJobs()
  expect((await rows()).some(it => it.path === key)).toBe(false)
  expect((await rows()).length).toBeLessThanOrEqual(before)
  expect(await sendPiece(key, 5000, pieceOfVideo(5000, 100), 'south')).toMatchObject({ code: '4040' })
})

describe('calls at the same time', () => {
  /** An upload of which all bytes have arrived. */
  const uploaded = async () => {
    const started = await begin()
    await sendRest(started)
    return started.key
  }
  const ending = async (name: 'finish' | 'cancel', key: string) => {
    const { method, path } = uploads.calls[name]
    return (await (await app.as('admin')).send(method, path, { body: { key } })).body.code
  }

  test('that complete one upload all answer the file', async () => {
    const key = await uploaded()
    const codes = await Promise.all(Array.from({ length: 6 }, () => ending('finish', key)))
    expect(codes).toEqual(Array.from({ length: 6 }, () => '200'))
    expect((await app.fetch(`/files/${key}`)).status).toBe(200)
  })

  test.each([0, 1, 2, 3, 4, 5, 6, 7])('that complete and cancel one agree which was first, %i', async () => {
    const filesBefore = (await stored()).length
    const key = await uploaded()
    const [finished, cancelled] = await Promise.all([ending('finish', key), ending('cancel', key)])
    expect([finished, cancelled].toSorted()).toEqual(['200', '4040'])
    const isStored = finished === '200'
    expect((await app.fetch(`/files/${key}`)).status).toBe(isStored ? 200 : 404)
    expect((await rows()).some(it => it.path === key)).toBe(isStored)
    expect(await stored()).toHaveLength(filesBefore + (isStored ? 1 : 0))
  })
})
