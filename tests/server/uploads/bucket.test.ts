import { mkdir, readdir } from 'node:fs/promises'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'

import { AwsClient } from 'aws4fetch'
import sharp from 'sharp'
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest'

import { files } from '../../../server/db/tables.ts'
import { createBucket } from '../../../server/services/files/bucket.ts'
import { createStorage, singleChunk } from '../../../server/services/files/storage.ts'
import { type Envelope, startApp, type TestApp } from '../../support/app.ts'
import { startBucket, startVirtualHost } from '../../support/bucket.ts'
import { folderOfFile } from '../../support/folder.ts'

const folder = folderOfFile('bucket')
const staging = () => join(folder(), 'staging')
let app: TestApp
let server: Awaited<ReturnType<typeof startBucket>>
let host: Awaited<ReturnType<typeof startVirtualHost>>
beforeAll(async () => {
  await mkdir(join(folder(), 'bucket'))
  server = await startBucket(join(folder(), 'bucket'))
  host = await startVirtualHost(server.bucket.url)
  app = await startApp({ services: { storage: createBucket(server.bucket, staging()) } })
})
afterAll(async () => {
  await app.close()
  await host.stop()
  await server.stop()
})

const storageWith = (more: Partial<typeof server.bucket> = {}) =>
  createBucket({ ...server.bucket, ...more }, staging())

const keepFile = async (path: string, text: string, storage = storageWith()) => {
  const stagedFile = await storage.stage(singleChunk(Buffer.from(text)))
  try {
    await stagedFile.keep(path)
  } finally {
    await stagedFile.discard()
  }
}

describe.each([
  ['in a folder', () => createStorage(join(folder(), 'files'))],
  ['in a bucket by its path', () => storageWith()],
  ['in a bucket by its host', () => storageWith({ url: host.url })],
])('storage in %s', (_, create) => {
  let own: TestApp
  beforeAll(async () => {
    own = await startApp({ services: { storage: create() } })
  })
  afterAll(() => own.close())

  test('takes a picture by the form of OSS and serves it, in ranges too', async () => {
    const picture = await sharp({ create: { width: 90, height: 60, channels: 3, background: '#889' } })
      .jpeg()
      .toBuffer()
    const uploadRequest = {
      scene: 'office',
      filename: 'a.jpg',
      size: picture.length,
      mime: 'image/jpeg',
    } as const
    const signed = await (await own.as('admin')).call('uploads.ossSign', uploadRequest)
    const { key, policy, signature, accessid } = signed
    const fields = { key, policy, OSSAccessKeyId: accessid, signature, success_action_status: '200' }
    const form = new FormData()
    for (const [name, value] of Object.entries(fields)) form.append(name, value)
    form.append('file', new Blob([new Uint8Array(picture)]), 'a.jpg')
    const sent = (await (await own.fetch('/upload', { method: 'POST', body: form })).json()) as Envelope
    expect(sent).toMatchObject({ code: '200', data: { w: 90, h: 60 } })
    const stored = Buffer.from(await (await own.fetch(`/files/${key}`)).arrayBuffer())
    expect((await sharp(stored).metadata()).width).toBe(90)
    const part = await own.fetch(`/files/${key}`, { headers: { Range: 'bytes=2-5' } })
    expect(part.status).toBe(206)
    expect(Buffer.from(await part.arrayBuffer())).toEqual(stored.subarray(2, 6))
    expect((await readdir(folder(), { recursive: true })).filter(it => it.includes('.part-'))).toEqual([])
  })
})

test.each(['backups/nightly.dump', '1/1-1/someone-elses.jpg', '1/1-1/deeper/other.jpg', 'notes.txt'])(
  'serves nobody an object of the bucket that is no upload: %s',
  async path => {
    const { url, keyId, secret } = server.bucket
    const client = new AwsClient({
      accessKeyId: keyId,
      secretAccessKey: secret,
      service: 's3',
      region: 'us-east-1',
    })
    const sent = await client.fetch(`${url}/${path}`, { method: 'PUT', body: 'everything' })
    expect(sent.status).toBe(200)
    // A row of another firm does not give access either.
    const row = {
      firmId: 2,
      ownerPopulation: 1 as const,
      ownerId: 1,
      scene: 'office',
      mime: 'image/jpeg',
      size: 10,
    }
    await app.database.write(2, db => db.insert(files).values({ ...row, path }))
    const answer = await app.fetch(`/files/${path}`)
    expect([answer.status, await answer.json()]).toMatchObject([404, { code: '4040' }])
  },
)

test('shows two machines the same files and removes for both', async () => {
  await keepFile('1/1-1/shared.txt', 'here')
  expect((await storageWith().open('1/1-1/shared.txt'))?.size).toBe(4)
  await storageWith().remove('1/1-1/shared.txt')
  expect(await storageWith().open('1/1-1/shared.txt')).toBeNull()
})

test('never overwrites a file', async () => {
  await keepFile('1/1-1/once.txt', 'first')
  await expect(keepFile('1/1-1/once.txt', 'second')).rejects.toThrow(/already/)
  const found = await storageWith().open('1/1-1/once.txt')
  expect(await new Response(found!.bytes(0, 4)).text()).toBe('first')
})

test.each([
  // s3rver knows keys but does not check signatures of version 4.
  ['an unknown key', { keyId: 'UNKNOWN' }],
  ['no answer', { url: 'http://127.0.0.1:9/firm' }],
])('reports %s as unavailable and leaves nothing behind', async (_, more) => {
  await expect(keepFile('1/1-1/never.txt', 'x', storageWith(more))).rejects.toMatchObject({ code: '5030' })
  await expect(storageWith(more).open('1/1-1/once.txt')).rejects.toMatchObject({ code: '5030' })
  expect(await readdir(staging())).toEqual([])
})

test.each([
  ['a gateway’s page', 200, { 'content-type': 'text/html', 'content-length': '6' }],
  ['a whole file instead of a part', 200, { 'content-type': 'image/jpeg', 'content-length': '6' }],
  ['another part', 206, { 'content-type': 'image/jpeg', 'content-range': 'bytes 4-9/20' }],
  ['a way elsewhere', 302, { location: 'http://127.0.0.1:9/' }],
] as const)('rejects %s as no answer of a bucket', async (_, status, headers) => {
  const gateway = createServer((request, response) => {
    // The object exists according to HEAD; only its content comes from the gateway.
    if (request.method === 'HEAD') return response.writeHead(200, { 'content-length': '20' }).end()
    return response.writeHead(status, headers).end(request.method === 'HEAD' ? undefined : '<html>')
  })
  await new Promise<void>(resolve => void gateway.listen(0, '127.0.0.1', resolve))
  onTestFinished(() => new Promise<void>(resolve => void gateway.close(() => resolve())))
  const { port }: AddressInfo = Object(gateway.address())
  const storage = storageWith({ url: `http://127.0.0.1:${port}/firm` })
  const found = await storage.open('1/1-1/once.txt')
  await expect(new Response(found!.bytes(0, 5)).text()).rejects.toMatchObject({ code: '5030' })
})
