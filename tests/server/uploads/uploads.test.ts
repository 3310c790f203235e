import { mkdir, readdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'

import sharp from 'sharp'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'

import { files } from '../../../server/db/tables.ts'
import { pictureQuota } from '../../../server/services/files/files.ts'
import { signText } from '../../../server/services/identity/secrets.ts'
import { reencodePicture } from '../../../server/services/files/images.ts'
import { createStorage } from '../../../server/services/files/storage.ts'
import { type Envelope, startApp, type TestApp } from '../../support/app.ts'
import { folderOfFile } from '../../support/folder.ts'

const folder = folderOfFile('files')
let app: TestApp
beforeAll(async () => {
  app = await startApp({ services: { storage: createStorage(folder()) } })
})
afterAll(() => app.close())

const size = { width: 1200, height: 900, channels: 3 as const, background: '#8899aa' }
const photo = () =>
  sharp({ create: size })
    .withExif({ IFD0: { Copyright: 'somebody' }, IFD3: { GPSLatitude: '31/1 14/1 0/1' } })
    .jpeg()
    .toBuffer()

type Signed = {
  key: string
  policy: string
  signature: string
  accessid: string
  expire: number
  maxSize: number
  host: string
}
type Wanted = { scene?: 'avatar' | 'office' | 'video'; size?: number; mime?: string; account?: string }
const permit = async ({
  account = 'admin',
  scene = 'office',
  size: bytes = 100_000,
  mime = 'image/jpeg',
}: Wanted = {}) => {
  const person = await app.as(account)
  return (await person.call('uploads.ossSign', { scene, filename: 'a.jpg', size: bytes, mime })) as Signed
}

type Part = string | Blob
const send = async (signed: Signed, bytes: Uint8Array, more: Record<string, Part> = {}) => {
  const form = new FormData()
  const { key, policy, signature, accessid } = signed
  const parts = { key, policy, OSSAccessKeyId: accessid, signature, success_action_status: '200', ...more }
  for (const [name, value] of Object.entries(parts)) form.append(name, value)
  if (!('file' in more)) form.append('file', new Blob([new Uint8Array(bytes)]), 'a.jpg')
  const response = await app.fetch('/upload', { method: 'POST', body: form })
  return { status: response.status, ...((await response.json()) as Envelope) }
}

const stored = async () =>
  (await readdir(folder(), { recursive: true, withFileTypes: true }))
    .filter(it => it.isFile())
    .map(it => it.name)
const rows = () => app.database.read(1, db => db.select().from(files))

test('stores a picture under a name chosen by the server and serves it for display only', async () => {
  const signed = await permit()
  const me = await app.as('admin')
  expect(signed.key).toMatch(new RegExp(`^1/1-${me.id}/[0-9a-f]{32}\\.jpg$`))
  expect(signed.expire * 1000 - app.clock.now().getTime()).toBeLessThanOrEqual(300_000)
  const answer = await send(signed, await photo())
  expect(answer).toMatchObject({
    code: '200',
    data: { url: `/api/files/${signed.key}`, w: 1200, h: 900, mime: 'image/jpeg' },
  })
  const response = await app.fetch(`/files/${signed.key}`)
  expect(Object.fromEntries(response.headers)).toMatchObject({
    'content-type': 'image/jpeg',
    'content-disposition': 'inline',
    'content-security-policy': "default-src 'none'; sandbox",
    'x-content-type-options': 'nosniff',
    'cache-control': 'public, max-age=31536000, immutable',
  })
  const served = sharp(await response.arrayBuffer())
  expect((await served.metadata()).exif).toBeUndefined()
  const keptRow = (await rows()).find(it => it.path === signed.key)
  expect(keptRow).toMatchObject({ ownerPopulation: 1, ownerId: me.id, scene: 'office', mime: 'image/jpeg' })
})

test('converts a portrait of 12 megapixels to upright WebP of at most 800 by 1000 pixels, without its place', async () => {
  const sideways = await sharp({ create: { ...size, width: 3875, height: 3100 } })
    .withExif({ IFD0: { Orientation: '6' }, IFD3: { GPSLatitude: '31/1 14/1 0/1' } })
    .withMetadata({ orientation: 6 })
    .jpeg()
    .toBuffer()
  const signed = await permit({ scene: 'avatar', account: '13800000001' })
  expect(await send(signed, sideways)).toMatchObject({
    code: '200',
    data: { mime: 'image/webp', w: 800, h: 1000 },
  })
  const { format, exif, orientation } = await sharp(
    Buffer.from(await (await app.fetch(`/files/${signed.key}`)).arrayBuffer()),
  ).metadata()
  expect({ format, exif, orientation }).toEqual({ format: 'webp', exif: undefined, orientation: undefined })
})

describe('refused uploads leave nothing', () => {
  /** The code, and the number of files and rows that the attempt left. */
  const traceOf = async (attempt: () => Promise<{ code: string }>) => {
    const [files, records] = [await stored(), await rows()]
    const { code } = await attempt()
    return {
      code,
      files: (await stored()).length - files.length,
      rows: (await rows()).length - records.length,
    }
  }
  const nothingStored = (code: string) => ({ code, files: 0, rows: 0 })

  const svg = Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"><script>alert(1)</script></svg>')
  const gif = Buffer.from('GIF89a/*\0\0\0\0*/=1;alert(1)//')
  test.each([
    ['SVG', () => svg],
    ['a GIF that is a script', () => gif],
    ['HTML', () => Buffer.from('<html><script>alert(1)</script>')],
    ['a PNG said to be a JPEG', () => sharp({ create: size }).png().toBuffer()],
    ['the beginning of a JPEG', async () => (await photo()).subarray(0, 900)],
    [
      'a JPEG head with something else behind it',
      () => Buffer.concat([Buffer.from([0xff, 0xd8, 0xff, 0xe0]), svg]),
    ],
  ])('%s', async (_, bytes) => {
    const content = await bytes()
    expect(await traceOf(async () => send(await permit(), content))).toEqual(nothingStored('4220'))
  })

  test('more than 40 million pixels in a small file', async () => {
    const huge = await sharp({ create: { ...size, width: 8000, height: 5001 } })
      .png({ compressionLevel: 9 })
      .toBuffer()
    expect(huge.length).toBeLessThan(1_000_000)
    expect(
      await traceOf(async () => send(await permit({ mime: 'image/png', size: huge.length }), huge)),
    ).toEqual(nothingStored('4220'))
  })

  test('another name, another policy, another key, another signature', async () => {
    const bytes = await photo()
    const signed = await permit()
    const policy = Buffer.from(signed.policy, 'base64').toString()
    const longer = Buffer.from(policy.replace(/"expiration":"\d{4}/, '"expiration":"2999')).toString('base64')
    for (const change of [
      { key: signed.key.replace(/^1/, '2') },
      { key: '1/1-1/../../../../evil.jpg' },
      { policy: longer },
      { signature: 'A'.repeat(43) },
      { accessid: '1-999' },
    ])
      expect(await traceOf(() => send({ ...signed, ...change }, bytes))).toEqual(nothingStored('4030'))
  })

  test('a signature older than five minutes', async () => {
    const signed = await permit({ account: 'admin2' })
    app.clock.advance(301_000)
    expect(await traceOf(async () => send(signed, await photo()))).toEqual(nothingStored('4030'))
  })

  test('the permission of an ended session', async () => {
    const person = await app.asNew('branch')
    const signed = (await person.call('uploads.ossSign', {
      scene: 'office',
      filename: 'a.jpg',
      size: 100_000,
      mime: 'image/jpeg',
    })) as Signed
    await person.call('session.logout')
    expect(await traceOf(async () => send(signed, await photo()))).toEqual(nothingStored('4003'))
  })

  test('a second file under the same name, one after another and at once', async () => {
    const [signed, bytes] = [await permit(), await photo()]
    const answers = await Promise.all(Array.from({ length: 6 }, () => send(signed, bytes)))
    expect(answers.map(it => it.code).toSorted()).toEqual(['200', '4091', '4091', '4091', '4091', '4091'])
    expect(await traceOf(() => send(signed, bytes))).toEqual(nothingStored('4091'))
  })

  test('a file larger than signed, or empty', async () => {
    const bytes = await photo()
    expect(await traceOf(async () => send(await permit({ size: bytes.length - 1 }), bytes))).toEqual(
      nothingStored('4000'),
    )
    expect(await traceOf(async () => send(await permit(), new Uint8Array()))).toEqual(nothingStored('4000'))
  })

  test('form fields that the policy does not name', async () => {
    const [signed, bytes] = [await permit(), await photo()]
    for (const extra of ['callback', 'success_action_redirect', 'x-oss-object-acl', 'Content-Type', 'firmId'])
      expect(await traceOf(() => send(signed, bytes, { [extra]: 'public-read' }))).toEqual(
        nothingStored('4000'),
      )
    expect(await traceOf(() => send(signed, bytes, { file: 'text' }))).toEqual(nothingStored('4000'))
  })

  test('an interrupted form, and no form', async () => {
    const ask = async (body: string, type: string, more: Record<string, string> = {}) => {
      const headers = { 'Content-Type': type, ...more }
      const response = await app.fetch('/upload', { method: 'POST', body, headers })
      return { status: response.status, code: ((await response.json()) as Envelope).code }
    }
    expect(
      await traceOf(() =>
        ask(
          '--x\r\nContent-Disposition: form-data; name="key"\r\n\r\n1/1',
          'multipart/form-data; boundary=x',
        ),
      ),
    ).toEqual(nothingStored('4000'))
    expect(await ask('{}', 'application/json')).toEqual({ status: 415, code: '4000' })
    const tooLong = { 'Content-Length': String(301 * 1024 * 1024) }
    expect(await ask('x', 'multipart/form-data; boundary=x', tooLong)).toEqual({ status: 413, code: '4000' })
  })

  test('files beyond the quota, at once too', async () => {
    const person = await app.as('branch2')
    const own = {
      firmId: 1,
      ownerPopulation: 1 as const,
      ownerId: person.id,
      scene: 'office',
      mime: 'image/png',
    }
    const bytes = await photo()
    const [first, second] = [await permit({ account: 'branch2' }), await permit({ account: 'branch2' })]
    const room = Math.floor(bytes.length * 1.5)
    await app.database.write(1, db =>
      db.insert(files).values({ ...own, path: 'full.png', size: pictureQuota.user - room }),
    )
    const answers = await Promise.all([send(first, bytes), send(second, bytes)])
    expect(answers.map(it => it.code).toSorted()).toEqual(['200', '4091'])
    await expect(permit({ account: 'branch2' })).rejects.toMatchObject({ code: '4091' })
  })

  test('a signature made for another purpose', async () => {
    const signed = await permit()
    const signature = await signText(app.database, 'device', `${signed.accessid}\n${signed.policy}`)
    expect(await traceOf(async () => send({ ...signed, signature }, await photo()))).toEqual(
      nothingStored('4030'),
    )
  })
})

test('permission is granted for pictures of an allowed size only', async () => {
  await expect(permit({ mime: 'image/svg+xml' })).rejects.toMatchObject({ code: '4220' })
  await expect(permit({ mime: 'text/html' })).rejects.toMatchObject({ code: '4220' })
  await expect(permit({ size: 10 * 1024 * 1024 + 1 })).rejects.toMatchObject({ code: '4220' })
  await expect(permit({ scene: 'video', mime: 'video/quicktime' })).rejects.toMatchObject({ code: '4220' })
  await expect(permit({ scene: 'office', mime: 'video/mp4' })).rejects.toMatchObject({ code: '4220' })
  expect(
    (await app.send('GET', '/auth/ossSign?scene=office&filename=a&size=1&mime=image/png')).body.code,
  ).toBe('4003')
})

test('a file of the folder that is no upload is readable by nobody', async () => {
  await mkdir(join(folder(), 'backups'), { recursive: true })
  await mkdir(join(folder(), '1/1-9'), { recursive: true })
  for (const path of ['backups/nightly.dump', '1/1-9/kept-beside.jpg']) {
    await writeFile(join(folder(), path), 'everything')
    expect((await app.fetch(`/files/${path}`)).status).toBe(404)
  }
})

test.each(['nothing.png', '..%2f..%2fetc%2fpasswd', '.part-0.png', '1/.hidden.png', 'a%00.png', '%E0%A4%A'])(
  'there is no file %s',
  async path => {
    const response = await app.fetch(`/files/${path}`)
    expect(response.status).toBe(404)
    expect(await response.json()).toMatchObject({ code: expect.stringMatching(/^40[04]0$/) as string })
  },
)

test('a picture that waits for its turn is not in memory yet', async () => {
  const bytes = await photo()
  let inMemory = 0
  let mostInMemory = 0
  const draw = async () => {
    await reencodePicture(
      async () => {
        inMemory += 1
        mostInMemory = Math.max(mostInMemory, inMemory)
        return bytes
      },
      { mime: 'image/jpeg', extension: 'jpg', box: [400, 400] },
    )
    inMemory -= 1
  }
  await Promise.all(Array.from({ length: 8 }, draw))
  // The next picture is read before the caller of the previous one continues.
  expect(mostInMemory).toBeLessThanOrEqual(2)
})
