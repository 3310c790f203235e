import { afterAll, beforeAll, expect, test } from 'vitest'

import { readConfig } from '../../../server/process/config.ts'
import { createBucket } from '../../../server/services/files/bucket.ts'
import { singleChunk } from '../../../server/services/files/storage.ts'
import { folderOfFile } from '../../support/folder.ts'
import { startStrictBucket } from '../../support/strictBucket.ts'

const folder = folderOfFile('strictBucket')
let server: Awaited<ReturnType<typeof startStrictBucket>>
beforeAll(async () => void (server = await startStrictBucket()))
afterAll(() => server.stop())

const keepFile = async (storage: ReturnType<typeof createBucket>, path: string, text: string) => {
  const stagedFile = await storage.stage(singleChunk(Buffer.from(text)))
  try {
    await stagedFile.keep(path)
  } finally {
    await stagedFile.discard()
  }
}

test('a bucket reached by its host name stores, serves and removes files below a prefix', async () => {
  const storage = createBucket(server.byHost('cards/2026'), folder())
  await keepFile(storage, '1/1-1/logo.png', 'a picture')
  expect(server.paths()).toEqual(['/cards/2026/1/1-1/logo.png'])
  const found = await storage.open('1/1-1/logo.png')
  expect(await new Response(found!.bytes(2, 8)).text()).toBe('picture')
  await storage.remove('1/1-1/logo.png')
  expect(await storage.open('1/1-1/logo.png')).toBeNull()
  expect(server.refusals).toEqual([])
})

test('refuses a path-style address and a wrong secret, with an explanation by the product', async () => {
  const wrong = [server.byPath(), { ...server.byHost(), secret: 'another' }]
  for (const bucket of wrong)
    await expect(createBucket(bucket, folder()).open('1/1-1/logo.png')).rejects.toMatchObject({
      code: '5030',
    })
  expect(server.refusals).toEqual(['SecondLevelDomainForbidden', 'SignatureDoesNotMatch'])
})

test('the environment sets the address style and the prefix', () => {
  const variables = { BUCKET_KEY_ID: 'LTAI', BUCKET_SECRET: 'x', BUCKET_PREFIX: 'cards/2026' }
  const virtual = {
    ...variables,
    BUCKET_STYLE: 'virtual',
    BUCKET_URL: 'https://firm.oss-cn-hangzhou.aliyuncs.com',
  }
  expect(readConfig(virtual).bucket).toMatchObject({
    url: 'https://firm.oss-cn-hangzhou.aliyuncs.com/cards/2026',
    name: 'firm',
  })
  expect(readConfig({ ...variables, BUCKET_URL: 'https://s3.example/firm/' }).bucket).toMatchObject({
    url: 'https://s3.example/firm/cards/2026',
    name: 'firm',
  })
  expect(() => readConfig({ ...virtual, BUCKET_PREFIX: '/cards/' })).toThrow(/BUCKET_PREFIX/)
})
