import { strFromU8, strToU8, zipSync } from 'fflate'
import { expect, test } from 'vitest'

import { BrokenArchive, readZipDirectory, readZipEntry } from '../../resources/domain/zipEntries.ts'

const blobOf = (bytes: Uint8Array) => new Blob([new Uint8Array(bytes)])

test('entries are found behind a comment and unpacked, stored or deflated', async () => {
  const text = '张三'.repeat(50_000)
  const bytes = zipSync(
    {
      'a.txt': [strToU8(text), { level: 6 }],
      'b.txt': [strToU8(text), { level: 0 }],
      'c.txt': new Uint8Array(),
    },
    { comment: '说明'.repeat(1000) },
  )
  const archive = blobOf(bytes)
  const entries = await readZipDirectory(archive)
  expect(entries.map(it => [strFromU8(it.nameBytes), it.method, it.isEncrypted])).toEqual([
    ['a.txt', 8, false],
    ['b.txt', 0, false],
    ['c.txt', 8, false],
  ])
  for (const entry of entries) {
    const pieces: Uint8Array[] = []
    await readZipEntry(archive, entry, piece => {
      pieces.push(piece)
      return true
    })
    expect(strFromU8(new Uint8Array(Buffer.concat(pieces)))).toBe(entry.size === 0 ? '' : text)
  }
})

test('reading stops when the receiver wants no more', async () => {
  const archive = blobOf(zipSync({ 'a.txt': new Uint8Array(20_000_000) }))
  const [entry] = await readZipDirectory(archive)
  let size = 0
  await readZipEntry(archive, entry!, piece => {
    size += piece.length
    return size < 1000
  })
  expect(size).toBeLessThan(20_000_000)
})

/** Checksum of `a.jpg`, as zlib computes it. */
const checksum = 0x9b_34_b2_16

test.each([
  [checksum, '谢伟.jpg'],
  [checksum + 1, null],
])('a name in the field for UTF-8 counts if its checksum is that of the other name', async (sum, name) => {
  const field = new Uint8Array([1, 0, 0, 0, 0, ...strToU8('谢伟.jpg')])
  new DataView(field.buffer).setUint32(1, sum, true)
  const archive = blobOf(zipSync({ 'a.jpg': [strToU8('x'), { extra: { 0x70_75: field } }] }))
  expect((await readZipDirectory(archive)).map(it => it.unicodeName)).toEqual([name])
})

test('a file that is cut, or whose directory lies, is refused', async () => {
  const bytes = zipSync({ 'a.txt': strToU8('x'.repeat(100)) })
  await expect(readZipDirectory(blobOf(bytes.subarray(0, 60)))).rejects.toBeInstanceOf(BrokenArchive)
  const lying = bytes.slice()
  new DataView(lying.buffer).setUint32(lying.length - 6, 0xff_ff_ff, true)
  await expect(readZipDirectory(blobOf(lying))).rejects.toBeInstanceOf(BrokenArchive)
})

test('a directory of more than 4 MB is refused', async () => {
  const names = Array.from({ length: 80 }, (_, index) => `${index}`.padEnd(60_000, 'x'))
  const archiveOf = (count: number) =>
    blobOf(zipSync(Object.fromEntries(names.slice(0, count).map(name => [name, new Uint8Array()]))))
  expect(await readZipDirectory(archiveOf(60))).toHaveLength(60)
  await expect(readZipDirectory(archiveOf(80))).rejects.toBeInstanceOf(BrokenArchive)
})

test('a stored entry that claims to end behind the archive is refused, and not read as far as it goes', async () => {
  const archive = blobOf(zipSync({ 'a.txt': [strToU8('张三'), { level: 0 }] }))
  const [entry] = await readZipDirectory(archive)
  const lying = { ...entry!, packedSize: archive.size }
  await expect(readZipEntry(archive, lying, () => true)).rejects.toBeInstanceOf(BrokenArchive)
})

test('only what the directory names is an entry, not an archive within a stored entry', async () => {
  const inner = zipSync({ 'hidden.txt': strToU8('x'.repeat(1000)) })
  const archive = blobOf(zipSync({ 'a.zip': [inner, { level: 0 }], 'b.txt': strToU8('b') }))
  const entries = await readZipDirectory(archive)
  expect(entries.map(it => [strFromU8(it.nameBytes), it.size])).toEqual([
    ['a.zip', inner.length],
    ['b.txt', 1],
  ])
})

test('a file that is changed while it is read is not called broken', async () => {
  const archive = blobOf(zipSync({ 'a.txt': strToU8('张三') }))
  const [entry] = await readZipDirectory(archive)
  const changed = new DOMException('changed meanwhile', 'NotReadableError')
  const header = archive.slice(entry!.offset, entry!.offset + 30)
  const rest = Object.assign(new Blob(), { arrayBuffer: () => Promise.reject(changed) })
  const file = Object.assign(blobOf(new Uint8Array(archive.size)), {
    slice: (from: number) => (from === entry!.offset ? header : rest),
  })
  await expect(readZipEntry(file, entry!, () => true)).rejects.toBe(changed)
})
