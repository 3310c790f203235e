import { randomBytes } from 'node:crypto'
import { Readable } from 'node:stream'

import { afterAll, beforeAll, describe, expect, test } from 'vitest'

import { bucketUploads } from '../../../server/services/files/bucketUploads.ts'
import { startBucket } from '../../support/bucket.ts'
import { folderOfTest } from '../../support/folder.ts'
import { startStrictBucket } from '../../support/strictBucket.ts'

const partBytes = 5 * 1024 * 1024

/** Yields the bytes in pieces, as a file is read. */
const inPieces = (bytes: Buffer) =>
  Readable.from(
    Array.from({ length: Math.ceil(bytes.length / 65_536) }, (_, at) =>
      bytes.subarray(at * 65_536, (at + 1) * 65_536),
    ),
  )

describe('a bucket with a host name of its own', () => {
  let server: Awaited<ReturnType<typeof startStrictBucket>>
  beforeAll(async () => void (server = await startStrictBucket()))
  afterAll(() => server.stop())

  test.each([
    ['nothing', 0],
    ['less than a part', 1_000],
    ['exactly two parts', 2 * partBytes],
    ['parts and a rest', 2 * partBytes + 1_234],
  ])('stores %s unchanged', async (_, size) => {
    const bytes = randomBytes(size)
    await bucketUploads(server.byHost('deep/er'), partBytes).put('one.tar', inPieces(bytes))
    expect(server.bytesOf('/deep/er/one.tar')?.equals(bytes)).toBe(true)
    expect(server.begun()).toEqual([])
    expect(server.refusals).toEqual([])
  })

  test('keeps nothing of an upload whose source ends early', async () => {
    const broken = Readable.from(
      (async function* () {
        yield randomBytes(partBytes + 1)
        await Promise.resolve()
        throw new Error('the disk is gone')
      })(),
    )
    const uploads = bucketUploads(server.byHost(), partBytes)
    await expect(uploads.put('half.tar', broken)).rejects.toThrow('the disk is gone')
    expect(server.paths()).not.toContain('/half.tar')
    expect(server.begun()).toEqual([])
  })
})

test('works with a third-party server: uploads in parts, lists and removes', async () => {
  const { bucket, stop } = await startBucket(await folderOfTest('bucketUploads'))
  try {
    const uploads = bucketUploads({ ...bucket, url: `${bucket.url}/backups`, prefix: 'backups' }, partBytes)
    await uploads.put('tenant-b.tar', inPieces(randomBytes(partBytes + 10)))
    await uploads.put('tenant-a.tar', inPieces(randomBytes(10)))
    await uploads.put('other.tar', inPieces(randomBytes(10)))
    expect(await uploads.list('tenant-')).toEqual(['tenant-a.tar', 'tenant-b.tar'])
    await uploads.remove('tenant-a.tar')
    expect(await uploads.list('tenant-')).toEqual(['tenant-b.tar'])
  } finally {
    await stop()
  }
})
