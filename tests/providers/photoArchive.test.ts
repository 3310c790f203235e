import { strToU8, zipSync } from 'fflate'
import { expect, onTestFinished, test } from 'vitest'

import { uploadLimits } from '../../resources/uploads.ts'
import { archiveLimits, readArchive } from '../../src/pages/lawyerPhotos/readArchive.ts'

const jpeg = new Uint8Array([0xff, 0xd8, 0xff, 0xe0, 1, 2, 3])
const png = new Uint8Array([0x89, 0x50, 0x4e, 0x47, 1, 2, 3])
const webp = new Uint8Array([0x52, 0x49, 0x46, 0x46, 0, 0, 0, 0, 0x57, 0x45, 0x42, 0x50])

const archive = (files: Parameters<typeof zipSync>[0]) => new Blob([new Uint8Array(zipSync(files))])
const read = async (blob: Blob) =>
  (await readArchive(blob)).map(file => [...file.names, 'fault' in file ? file.fault : file.picture.type])

test('reads the pictures of an archive by their bytes, without folders and files of the system', async () => {
  const files = {
    '照片/张三.jpg': jpeg,
    '13800000001.PNG': png,
    'a.webp': webp,
    '__MACOSX/照片/._张三.jpg': jpeg,
    'Thumbs.db': strToU8('x'),
    '.DS_Store': strToU8('x'),
    '假的.jpg': strToU8('<svg onload="alert(1)">'),
    '名单.xlsx': strToU8('PK'),
  }
  expect(await read(archive(files))).toEqual([
    ['张三.jpg', 'image/jpeg'],
    ['13800000001.PNG', 'image/png'],
    ['a.webp', 'image/webp'],
    ['假的.jpg', '不是JPG、PNG或WebP图片'],
    ['名单.xlsx', '不是JPG、PNG或WebP图片'],
  ])
})

test('reads a picture whose first bytes end a portion of the archive', async () => {
  const portion = 16 * 1024
  for (let missing = 1; missing < jpeg.length; missing += 1) {
    // A stored entry of 30 + 5 bytes of header stands before the picture.
    const filler = new Uint8Array(portion - 30 - 5 - (30 + 5) - missing)
    filler.set(jpeg)
    const files = { 'a.jpg': [filler, { level: 0 }], 'b.jpg': [jpeg, { level: 0 }] } as const
    expect(await read(archive(files as never))).toEqual([
      ['a.jpg', 'image/jpeg'],
      ['b.jpg', 'image/jpeg'],
    ])
  }
})

/** An archive whose entries have names of these bytes, without a word on their encoding, as Windows writes them. */
const archiveNamed = (...names: readonly number[][]) => {
  const placeholder = (index: number) => String.fromCodePoint(65 + index).repeat(names[index]!.length)
  const bytes = new Uint8Array(
    zipSync(Object.fromEntries(names.map((_, index) => [`${placeholder(index)}.jpg`, jpeg]))),
  )
  for (const [index, name] of names.entries())
    for (let at = 0; at <= bytes.length - name.length; at += 1)
      if (Buffer.from(bytes.subarray(at, at + name.length)).toString('latin1') === placeholder(index))
        bytes.set(name, at)
  return new Blob([bytes])
}
const zhangSan = [0xd5, 0xc5, 0xc8, 0xfd]
/** 谢伟 in GBK, whose bytes are also the UTF-8 of л and ΰ. */
const xieWei = [0xd0, 0xbb, 0xce, 0xb0]

/** The names of the files in each encoding that the archive may have. */
const namings = async (blob: Blob) => {
  const files = await readArchive(blob)
  return files[0]!.names.map((_, at) => files.map(it => it.names[at]))
}

test('a name that is no UTF-8 makes all names of the archive GBK, which Windows writes without saying so', async () => {
  expect((await namings(archiveNamed(zhangSan)))[0]).toEqual(['张三.jpg'])
  expect((await namings(archiveNamed(zhangSan, xieWei)))[0]).toEqual(['张三.jpg', '谢伟.jpg'])
})

test('names that Windows writes in Big5 in Taiwan and Hong Kong are among those that are tried', async () => {
  const names = [
    [0xb3, 0xaf, 0xa4, 0x6a, 0xa4, 0xe5],
    // The second byte of 功 is a backslash, which separates no folders here.
    [0xb3, 0x5c, 0xa5, 0x5c],
  ]
  expect(await namings(archiveNamed(...names))).toContainEqual(['陳大文.jpg', '許功.jpg'])
})

test('names that may be UTF-8 or GBK are returned in both, so that the one that somebody has can be taken', async () => {
  expect((await namings(archiveNamed(xieWei))).slice(0, 2)).toEqual([['лΰ.jpg'], ['谢伟.jpg']])
  const utf8 = [...new TextEncoder().encode('张三')]
  expect((await namings(archiveNamed(utf8)))[0]).toEqual(['张三.jpg'])
  expect(await namings(archive({ 'a.jpg': jpeg }))).toEqual([['a.jpg']])
})

test('refuses a picture or an archive that unpacks to more than its limit, whatever it claims', async () => {
  const large = new Uint8Array(archiveLimits.picture + 1)
  large.set(jpeg)
  expect(await read(archive({ 'large.jpg': large, 'ok.jpg': jpeg }))).toEqual([
    ['large.jpg', '超过50MB'],
    ['ok.jpg', 'image/jpeg'],
  ])
  // The size in the directory is a lie.
  const lying = new Uint8Array(zipSync({ 'large.jpg': large }))
  const view = new DataView(lying.buffer)
  for (let at = 0; at < lying.length - 28; at += 1)
    if (view.getUint32(at, true) === 0x02_01_4b_50) view.setUint32(at + 24, 7, true)
  expect(await read(new Blob([lying]))).toEqual([['large.jpg', '超过50MB']])
  const many = Object.fromEntries(
    Array.from({ length: archiveLimits.entries + 1 }, (_, index) => [`${index}.jpg`, jpeg]),
  )
  await expect(readArchive(archive(many))).rejects.toThrow('压缩包过大')
})

test('refuses an archive whose pictures unpack to more than the limit together', async () => {
  const { unpacked } = archiveLimits
  archiveLimits.unpacked = 2 * jpeg.length
  onTestFinished(() => {
    archiveLimits.unpacked = unpacked
  })
  expect(await read(archive({ 'a.jpg': jpeg, 'b.jpg': jpeg }))).toHaveLength(2)
  await expect(readArchive(archive({ 'a.jpg': jpeg, 'b.jpg': jpeg, 'c.jpg': jpeg }))).rejects.toThrow(
    '压缩包过大',
  )
})

test('says what is wrong with a file that is no readable archive', async () => {
  await expect(readArchive(new Blob(['no']))).rejects.toThrow('这不是zip压缩包')
  await expect(readArchive(archive({ 'a/': new Uint8Array() }))).rejects.toThrow('压缩包里没有照片')
  const broken = new Uint8Array(zipSync({ 'a.jpg': new Uint8Array(50_000).map((_, at) => at * 7) }))
  broken.fill(0xff, 60, 200)
  await expect(readArchive(new Blob([broken]))).rejects.toThrow(/压缩包/)
})

test('says that an archive has a password, for stored entries too', async () => {
  for (const level of [0, 6] as const) {
    const bytes = new Uint8Array(zipSync({ 'a.jpg': jpeg }, { level }))
    const view = new DataView(bytes.buffer)
    for (let at = 0; at < bytes.length - 28; at += 1)
      if (view.getUint32(at, true) === 0x02_01_4b_50) view.setUint16(at + 8, 1, true)
    await expect(readArchive(new Blob([bytes]))).rejects.toThrow('压缩包设有密码')
  }
})

test('takes a picture of a camera, which is larger than an upload', async () => {
  const large = new Uint8Array(uploadLimits.avatar.maxSize + 2_000_000)
  large.set(jpeg)
  const [file] = await readArchive(archive({ '张三.jpg': large }))
  expect(file && 'picture' in file && file.picture.size).toBe(large.length)
})
