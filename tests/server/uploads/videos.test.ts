import { readdir } from 'node:fs/promises'

import { afterAll, beforeAll, describe, expect, test } from 'vitest'

import { files } from '../../../server/db/tables.ts'
import { createStorage } from '../../../server/services/files/storage.ts'
import { type Envelope, startApp, type TestApp } from '../../support/app.ts'
import { inputOf, prepareTypes } from '../../support/articles.ts'
import { folderOfFile } from '../../support/folder.ts'

const folder = folderOfFile('videos')
let app: TestApp
beforeAll(async () => {
  app = await startApp({ services: { storage: createStorage(folder()) } })
})
afterAll(() => app.close())

const megabyte = 1024 * 1024
/** The box that every MP4 file begins with, and nothing that a player could show. */
const head = Buffer.concat([
  Buffer.from([0, 0, 0, 24]),
  Buffer.from('ftypisom'),
  Buffer.from([0, 0, 2, 0]),
  Buffer.from('isommp42'),
])
const videoOf = (size: number) => Buffer.concat([head, Buffer.alloc(size - head.length, 7)])

const permit = async (size: number, account = 'admin') =>
  (await app.as(account)).call('uploads.ossSign', {
    scene: 'video',
    filename: '介绍.mp4',
    size,
    mime: 'video/mp4',
  })
type Signed = Awaited<ReturnType<typeof permit>>

const boundary = 'video'
const formHead = (signed: Signed) => {
  const { key, policy, signature, accessid } = signed
  const fields = { key, policy, OSSAccessKeyId: accessid, signature, success_action_status: '200' }
  const parts = Object.entries(fields).map(
    ([name, value]) => `--${boundary}\r\nContent-Disposition: form-data; name="${name}"\r\n\r\n${value}\r\n`,
  )
  const file = `--${boundary}\r\nContent-Disposition: form-data; name="file"; filename="a.mp4"\r\n\r\n`
  return Buffer.from(parts.join('') + file)
}
const formEnd = Buffer.from(`\r\n--${boundary}--\r\n`)

const post = async (body: ReadableStream<Uint8Array> | Buffer) => {
  const response = await app.fetch('/upload', {
    method: 'POST',
    headers: { 'Content-Type': `multipart/form-data; boundary=${boundary}` },
    body: body instanceof Buffer ? new Uint8Array(body) : body,
    duplex: 'half',
  } as RequestInit)
  return (await response.json()) as Envelope
}
const send = (signed: Signed, video: Buffer) => post(Buffer.concat([formHead(signed), video, formEnd]))

const stored = async () =>
  (await readdir(folder(), { recursive: true, withFileTypes: true }))
    .filter(it => it.isFile())
    .map(it => it.name)
const rows = () => app.database.read(1, db => db.select().from(files))

test('stores a video unchanged and serves the ranges that a player asks for', async () => {
  const video = videoOf(3 * megabyte)
  const signed = await permit(video.length)
  expect(signed.key).toMatch(/\.mp4$/)
  const { code, data } = await send(signed, video)
  expect({ code, data }).toMatchObject({
    code: '200',
    data: { url: `/api/files/${signed.key}`, mime: 'video/mp4' },
  })
  const ask = (headers: Record<string, string> = {}, method = 'GET') =>
    app.fetch(`/files/${signed.key}`, { headers, method })
  const all = await ask()
  expect(Object.fromEntries(all.headers)).toMatchObject({
    'content-type': 'video/mp4',
    'content-length': String(video.length),
    'accept-ranges': 'bytes',
    'content-disposition': 'inline',
  })
  expect(Buffer.from(await all.arrayBuffer()).equals(video)).toBe(true)

  const partOf = async (range: string, more: Record<string, string> = {}) => {
    const answer = await ask({ Range: range, ...more })
    const bytes = Buffer.from(await answer.arrayBuffer())
    return { status: answer.status, range: answer.headers.get('content-range'), bytes }
  }
  const size = video.length
  expect(await partOf('bytes=4-11')).toEqual({
    status: 206,
    range: `bytes 4-11/${size}`,
    bytes: Buffer.from('ftypisom'),
  })
  expect(await partOf('bytes=-2')).toMatchObject({
    status: 206,
    range: `bytes ${size - 2}-${size - 1}/${size}`,
  })
  expect((await partOf(`bytes=${size - 3}-${size + 50}`)).bytes).toHaveLength(3)
  expect(await partOf(`bytes=${size}-`)).toMatchObject({ status: 416, range: `bytes */${size}` })
  for (const ignoredRange of ['bytes=0-1,4-5', 'bytes=9-2', 'lines=1-2', 'bytes=-'])
    expect((await partOf(ignoredRange)).status).toBe(200)
  const tag = all.headers.get('etag')!
  expect((await partOf('bytes=0-3', { 'If-Range': tag })).status).toBe(206)
  expect((await partOf('bytes=0-3', { 'If-Range': '"another"' })).status).toBe(200)
  const glance = await ask({}, 'HEAD')
  expect([glance.headers.get('content-length'), (await glance.arrayBuffer()).byteLength]).toEqual([
    String(size),
    0,
  ])
})

test('150 MB pass through without being held in memory', async () => {
  const size = 150 * megabyte
  const signed = await permit(size)
  const piece = Buffer.alloc(megabyte, 1)
  let remainingBytes = size - head.length
  const before = process.memoryUsage().rss
  let maxMemoryGrowth = 0
  const body = new ReadableStream<Uint8Array>({
    start: it => it.enqueue(Buffer.concat([formHead(signed), head])),
    pull: controller => {
      maxMemoryGrowth = Math.max(maxMemoryGrowth, process.memoryUsage().rss - before)
      if (remainingBytes === 0) {
        controller.enqueue(formEnd)
        return controller.close()
      }
      const next = piece.subarray(0, Math.min(remainingBytes, piece.length))
      remainingBytes -= next.length
      controller.enqueue(next)
    },
  })
  expect(await post(body)).toMatchObject({ code: '200', data: { size } })
  expect(maxMemoryGrowth / megabyte).toBeLessThan(90)
})

describe('refused uploads leave nothing', () => {
  const traceOf = async (attempt: () => Promise<{ code: string }>) => {
    const [before, records] = [await stored(), await rows()]
    const { code } = await attempt()
    return {
      code,
      files: (await stored()).length - before.length,
      rows: (await rows()).length - records.length,
    }
  }
  const nothingStored = (code: string) => ({ code, files: 0, rows: 0 })

  test.each([
    ['HTML', Buffer.from(`<html><script>alert(1)</script>${' '.repeat(9000)}`)],
    ['a short text', Buffer.from('ftyp')],
    ['QuickTime', Buffer.concat([Buffer.from([0, 0, 0, 20]), Buffer.from('ftypqt  '), Buffer.alloc(9000)])],
  ])('%s', async (_, video) => {
    expect(await traceOf(async () => send(await permit(video.length), video))).toEqual(nothingStored('4220'))
  })

  test('more than was signed, nothing at all, another signature', async () => {
    const video = videoOf(megabyte)
    expect(await traceOf(async () => send(await permit(video.length - 1), video))).toEqual(
      nothingStored('4000'),
    )
    expect(await traceOf(async () => send(await permit(9), Buffer.alloc(0)))).toEqual(nothingStored('4000'))
    const signed = { ...(await permit(video.length)), signature: 'A'.repeat(43) }
    expect(await traceOf(() => send(signed, video))).toEqual(nothingStored('4030'))
    await expect(permit(300 * megabyte + 1)).rejects.toMatchObject({ code: '4220' })
  })

  test('a video interrupted within its form or by its sender', async () => {
    const video = videoOf(megabyte)
    const signed = await permit(video.length)
    expect(await traceOf(() => post(Buffer.concat([formHead(signed), video])))).toEqual(nothingStored('4000'))
    const abortedBody = new ReadableStream<Uint8Array>({
      start: it => it.enqueue(Buffer.concat([formHead(signed), video.subarray(0, 9000)])),
      pull: it => it.error(new Error('gone')),
    })
    expect(await traceOf(() => post(abortedBody))).toEqual(nothingStored('4000'))
  })
})

test('an article accepts an uploaded video of the own firm and https addresses', async () => {
  const video = videoOf(megabyte)
  const signed = await permit(video.length)
  await send(signed, video)
  const types = await prepareTypes(app)
  const admin = await app.as('admin')
  const add = (videoType: 1 | 3, videoUrl: string) =>
    admin.call('articles.add', inputOf(app, types, { kind: 4, typeId: types[4], videoType, videoUrl }))
  await add(1, `/api/files/${signed.key}`)
  await add(3, 'https://video.example.com/a.mp4')
  const wrong = [
    [1, '/api/files/1/1-1/nothing.mp4'],
    [1, 'https://video.example.com/a.mp4'],
    [1, `/api/files/${signed.key}?x`],
    [3, 'javascript:alert(1)'],
    [3, 'http://video.example.com/a.mp4'],
  ] as const
  for (const [type, url] of wrong)
    await expect(add(type, url)).rejects.toMatchObject({
      code: '4220',
      data: { errors: { videoUrl: expect.any(String) } },
    })
})
