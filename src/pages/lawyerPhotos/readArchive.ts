import { sheetLimit } from '../../../resources/bulk.ts'
import {
  BrokenArchive,
  isReadable,
  readZipDirectory,
  readZipEntry,
  type ZipEntry,
} from '../../../resources/domain/zipEntries.ts'
import { namingsOf } from './archiveNames.ts'

const megabyte = 1024 * 1024

/**
 * Limits of an archive: its bytes, its entries, as many pictures as a call takes, the bytes of one picture, and those of all
 * after unpacking. A picture is cut and scaled before it is uploaded, so that it may be larger than an upload.
 */
export const archiveLimits = {
  bytes: 300 * megabyte,
  entries: 600,
  pictures: sheetLimit,
  picture: 50 * megabyte,
  unpacked: 500 * megabyte,
}

/** A file of an archive by the names that it may have: one, or one for each encoding. */
type ArchiveFile = { names: readonly [string, ...string[]] } & ({ picture: File } | { fault: string })

/** Error about the whole archive. Its Chinese message says what the user can do, and is translated when shown. */
class UnreadableArchive extends Error {}

const messages = {
  otherFormat: '这不是zip压缩包，请选择.zip文件',
  tooLarge: '压缩包过大，请分成几个压缩包，每个不超过300MB、500张照片',
  encrypted: '压缩包设有密码，请不设密码重新压缩为.zip',
  otherMethod: '压缩包的压缩方式无法读取，请用系统自带的压缩功能重新压缩为.zip',
  broken: '压缩包已损坏或不完整，请重新压缩为.zip',
  empty: '压缩包里没有照片',
}
const faults = {
  tooLarge: '超过50MB',
  otherType: '不是JPG、PNG或WebP图片',
}

const typeOf = (bytes: Uint8Array) => {
  const startsWith = (signature: readonly number[], from = 0) =>
    signature.every((byte, at) => bytes[from + at] === byte)
  if (startsWith([0xff, 0xd8, 0xff])) return 'image/jpeg'
  if (startsWith([0x89, 0x50, 0x4e, 0x47])) return 'image/png'
  return startsWith([0x52, 0x49, 0x46, 0x46]) && startsWith([0x57, 0x45, 0x42, 0x50], 8) ? 'image/webp' : null
}

/** Folders, and files that operating systems add. */
const isIgnored = (path: string) =>
  path.endsWith('/') || /(^|\/)(__MACOSX\/|\.|Thumbs\.db$|desktop\.ini$)/i.test(path)

type Total = { unpacked: number }

/** The picture in an entry, or why it is not taken. */
const readPicture = async (archive: Blob, entry: ZipEntry, name: string, total: Total) => {
  if (entry.size > archiveLimits.picture) return { fault: faults.tooLarge }
  const parts: Uint8Array<ArrayBuffer>[] = []
  let size = 0
  await readZipEntry(archive, entry, piece => {
    size += piece.length
    total.unpacked += piece.length
    parts.push(piece)
    return size <= archiveLimits.picture && total.unpacked <= archiveLimits.unpacked
  })
  if (total.unpacked > archiveLimits.unpacked) throw new UnreadableArchive(messages.tooLarge)
  if (size > archiveLimits.picture) return { fault: faults.tooLarge }
  const picture = new Blob(parts)
  const type = typeOf(new Uint8Array(await picture.slice(0, 16).arrayBuffer()))
  return type ? { picture: new File([picture], name, { type }) } : { fault: faults.otherType }
}

const directoryOf = async (archive: Blob) => {
  if (archive.size > archiveLimits.bytes) throw new UnreadableArchive(messages.tooLarge)
  const start = new Uint8Array(await archive.slice(0, 2).arrayBuffer())
  if (start[0] !== 0x50 || start[1] !== 0x4b) throw new UnreadableArchive(messages.otherFormat)
  const entries = await readZipDirectory(archive)
  if (entries.length > archiveLimits.entries) throw new UnreadableArchive(messages.tooLarge)
  return entries
}

const lastPart = (path: string) => path.slice(path.lastIndexOf('/') + 1)

const readFiles = async (archive: Blob): Promise<ArchiveFile[]> => {
  const entries = await directoryOf(archive)
  const [naming, ...others] = namingsOf(entries)
  const wanted = entries.flatMap((entry, at) =>
    isIgnored(naming[at]!)
      ? []
      : [{ entry, names: [lastPart(naming[at]!), ...others.map(it => lastPart(it[at]!))] as const }],
  )
  if (wanted.length === 0) throw new UnreadableArchive(messages.empty)
  if (wanted.length > archiveLimits.pictures) throw new UnreadableArchive(messages.tooLarge)
  if (wanted.some(({ entry }) => entry.isEncrypted)) throw new UnreadableArchive(messages.encrypted)
  if (!wanted.every(({ entry }) => isReadable(entry))) throw new UnreadableArchive(messages.otherMethod)
  const total = { unpacked: 0 }
  const files: ArchiveFile[] = []
  for (const { entry, names } of wanted)
    files.push({ names, ...(await readPicture(archive, entry, names[0], total)) })
  return files
}

/** Reads the pictures of a zip archive; throws an error with a Chinese message if it cannot be read. */
export const readArchive = async (archive: Blob): Promise<ArchiveFile[]> => {
  try {
    return await readFiles(archive)
  } catch (error) {
    if (error instanceof BrokenArchive) throw new UnreadableArchive(messages.broken)
    throw error
  }
}
