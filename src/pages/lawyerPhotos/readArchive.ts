import { Unzip, UnzipInflate, UnzipPassThrough, type UnzipFile } from 'fflate'

import { sheetLimit } from '../../../resources/bulk.ts'
import { uploadLimits } from '../../../resources/uploads.ts'

const megabyte = 1024 * 1024

/**
 * Limits of an archive: its bytes, its entries, as many pictures as a call takes, the bytes of one picture, and those of all
 * after unpacking.
 */
export const archiveLimits = {
  bytes: 300 * megabyte,
  entries: 600,
  pictures: sheetLimit,
  picture: uploadLimits.avatar.maxSize,
  unpacked: 500 * megabyte,
}

type ArchiveFile = { name: string } & ({ picture: File } | { fault: string })

/** Error about the whole archive. Its Chinese message says what the user can do, and is translated when shown. */
class UnreadableArchive extends Error {}

const messages = {
  otherFormat: '这不是zip压缩包，请选择.zip文件',
  tooLarge: '压缩包过大，请分成几个压缩包，每个不超过300MB、500张照片',
  broken: '压缩包无法读取，请取消密码后重新压缩为.zip',
  empty: '压缩包里没有照片',
}
const faults = {
  tooLarge: '超过10MB',
  otherType: '不是JPG、PNG或WebP图片',
}

/**
 * Bytes passed to the unzipper at once. A byte unpacks to at most a thousand, so that it stops soon after a limit is
 * exceeded, whatever size the archive claims.
 */
const chunkSize = 16 * 1024

const typeOf = (bytes: Uint8Array) => {
  const startsWith = (signature: readonly number[], from = 0) =>
    signature.every((byte, at) => bytes[from + at] === byte)
  if (startsWith([0xff, 0xd8, 0xff])) return 'image/jpeg'
  if (startsWith([0x89, 0x50, 0x4e, 0x47])) return 'image/png'
  return startsWith([0x52, 0x49, 0x46, 0x46]) && startsWith([0x57, 0x45, 0x42, 0x50], 8) ? 'image/webp' : null
}

/** The bytes that tell the type, which may arrive in several parts. */
const firstBytes = (parts: readonly Uint8Array[]) => {
  const bytes: number[] = []
  for (const part of parts) {
    bytes.push(...part.subarray(0, 12 - bytes.length))
    if (bytes.length === 12) break
  }
  return Uint8Array.from(bytes)
}

/** Windows writes Chinese names in GBK without saying so, and the library then takes each byte for a character. */
const readableName = (name: string) => {
  const codes = [...name].map(char => char.codePointAt(0)!)
  if (codes.every(code => code < 0x80) || codes.some(code => code > 0xff)) return name
  const bytes = Uint8Array.from(codes)
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes)
  } catch {
    return new TextDecoder('gb18030').decode(bytes)
  }
}

/** Folders, and files that operating systems add. */
const isIgnored = (path: string) =>
  path.endsWith('/') || /(^|\/)(__MACOSX\/|\.|Thumbs\.db$|desktop\.ini$)/i.test(path)

type Reading = { files: ArchiveFile[]; entries: number; unpacked: number; isBroken: boolean }

/** Collects the bytes of one entry, and gives up when they exceed the limit of a picture. */
const readEntry = (entry: UnzipFile, reading: Reading) => {
  const path = readableName(entry.name).replaceAll('\\', '/')
  reading.entries += 1
  const name = path.slice(path.lastIndexOf('/') + 1)
  const parts: Uint8Array<ArrayBuffer>[] = []
  let size = 0
  let isDone = isIgnored(path)
  const fail = (fault: string) => {
    isDone = true
    parts.length = 0
    reading.files.push({ name, fault })
  }
  if (!isDone && (entry.originalSize ?? 0) > archiveLimits.picture) fail(faults.tooLarge)
  entry.ondata = (error, data, isLast) => {
    if (error) reading.isBroken = true
    reading.unpacked += data?.length ?? 0
    if (error || isDone) return
    size += data.length
    if (size > archiveLimits.picture) return fail(faults.tooLarge)
    parts.push(new Uint8Array(data))
    if (!isLast) return
    const type = typeOf(firstBytes(parts))
    if (!type) return fail(faults.otherType)
    reading.files.push({ name, picture: new File(parts, name, { type }) })
  }
  entry.start()
}

const checkLimits = ({ isBroken, entries, unpacked, files }: Reading) => {
  if (isBroken) throw new UnreadableArchive(messages.broken)
  const isTooLarge =
    entries > archiveLimits.entries ||
    files.length > archiveLimits.pictures ||
    unpacked > archiveLimits.unpacked
  if (isTooLarge) throw new UnreadableArchive(messages.tooLarge)
}

/** Reads the pictures of a zip archive; throws an error with a Chinese message if it cannot be read. */
export const readArchive = async (archive: Blob): Promise<ArchiveFile[]> => {
  if (archive.size > archiveLimits.bytes) throw new UnreadableArchive(messages.tooLarge)
  const start = new Uint8Array(await archive.slice(0, 4).arrayBuffer())
  if (![0x50, 0x4b, 0x03, 0x04].every((byte, at) => start[at] === byte))
    throw new UnreadableArchive(messages.otherFormat)
  const reading: Reading = { files: [], entries: 0, unpacked: 0, isBroken: false }
  const unzip = new Unzip(entry => readEntry(entry, reading))
  unzip.register(UnzipInflate)
  unzip.register(UnzipPassThrough)
  // Read a megabyte at a time, so that the page stays usable and the archive is never held as a whole.
  for (let from = 0; from < archive.size; from += megabyte) {
    const bytes = new Uint8Array(await archive.slice(from, from + megabyte).arrayBuffer())
    for (let at = 0; at < bytes.length; at += chunkSize) {
      const isLast = from + at + chunkSize >= archive.size
      try {
        unzip.push(bytes.subarray(at, at + chunkSize), isLast)
      } catch {
        throw new UnreadableArchive(messages.broken)
      }
      checkLimits(reading)
    }
  }
  if (reading.files.length === 0) throw new UnreadableArchive(messages.empty)
  return reading.files
}
