/** An entry of a zip archive, as its central directory describes it. */
export type ZipEntry = {
  nameBytes: Uint8Array
  /** The name in UTF-8 that some archivers add to one in another encoding. */
  unicodeName: string | null
  /** Whether the archiver says that the name is UTF-8. */
  isUtf8: boolean
  isEncrypted: boolean
  /** Compression method: 0 stored, 8 deflated. */
  method: number
  packedSize: number
  /** Size after unpacking, as the directory claims. */
  size: number
  /** Position of the entry's own header. */
  offset: number
}

/** An archive whose directory or entry does not follow the format. */
export class BrokenArchive extends Error {}

/** Bytes passed to the decompressor at once. A byte unpacks to at most a thousand, so that reading can stop in time. */
const chunkSize = 16 * 1024
/** Largest directory that is read, in bytes. */
const longestDirectory = 4 * 1024 * 1024
const endSignature = 0x06_05_4b_50
const entrySignature = 0x02_01_4b_50
const localSignature = 0x04_03_4b_50
const unicodePathField = 0x70_75
const zip64Field = 1

const bytesOf = async (archive: Blob, from: number, to: number) =>
  new Uint8Array(await archive.slice(from, to).arrayBuffer())

const viewOf = ({ buffer, byteOffset, byteLength }: Uint8Array) =>
  new DataView(buffer, byteOffset, byteLength)

/** Where the directory is, from the record at the end, behind which a comment of up to 65,535 bytes may stand. */
const findDirectory = async (archive: Blob) => {
  const from = Math.max(0, archive.size - 65_557)
  const bytes = await bytesOf(archive, from, archive.size)
  const view = viewOf(bytes)
  for (let at = bytes.length - 22; at >= 0; at--)
    if (view.getUint32(at, true) === endSignature)
      return { size: view.getUint32(at + 12, true), offset: view.getUint32(at + 16, true) }
  throw new BrokenArchive()
}

const crc32 = (bytes: Uint8Array) => {
  let sum = 0xff_ff_ff_ff
  for (const byte of bytes) {
    sum ^= byte
    for (let bit = 0; bit < 8; bit++) sum = (sum >>> 1) ^ (sum & 1 ? 0xed_b8_83_20 : 0)
  }
  return (sum ^ 0xff_ff_ff_ff) >>> 0
}

/** The additional fields of an entry, by their number. */
const extraFields = (extra: Uint8Array) => {
  const view = viewOf(extra)
  const fields = new Map<number, Uint8Array>()
  for (let at = 0; at + 4 <= extra.length;) {
    const end = at + 4 + view.getUint16(at + 2, true)
    fields.set(view.getUint16(at, true), extra.subarray(at + 4, end))
    at = end
  }
  return fields
}

/** APPNOTE 4.6.9: version, checksum of the name that this one replaces, and the name. */
const unicodeNameOf = (field: Uint8Array | undefined, nameBytes: Uint8Array) =>
  field && field.length > 5 && viewOf(field).getUint32(1, true) === crc32(nameBytes)
    ? new TextDecoder().decode(field.subarray(5))
    : null

/** Values that do not fit into 32 bits are in a field of their own, in this order. */
const withZip64 = (values: readonly number[], field: Uint8Array | undefined) => {
  const view = field && viewOf(field)
  let at = 0
  return values.map(value => {
    if (value !== 0xff_ff_ff_ff || !view || at + 8 > view.byteLength) return value
    at += 8
    return Number(view.getBigUint64(at - 8, true))
  })
}

const parseEntry = (bytes: Uint8Array, at: number): { entry: ZipEntry; end: number } => {
  const view = viewOf(bytes)
  if (at + 46 > bytes.length || view.getUint32(at, true) !== entrySignature) throw new BrokenArchive()
  const flags = view.getUint16(at + 8, true)
  const nameEnd = at + 46 + view.getUint16(at + 28, true)
  const extraEnd = nameEnd + view.getUint16(at + 30, true)
  const nameBytes = bytes.subarray(at + 46, nameEnd)
  const fields = extraFields(bytes.subarray(nameEnd, extraEnd))
  const [size = 0, packedSize = 0, offset = 0] = withZip64(
    [view.getUint32(at + 24, true), view.getUint32(at + 20, true), view.getUint32(at + 42, true)],
    fields.get(zip64Field),
  )
  return {
    entry: {
      nameBytes,
      unicodeName: unicodeNameOf(fields.get(unicodePathField), nameBytes),
      isUtf8: (flags & 0x8_00) !== 0,
      isEncrypted: (flags & 1) !== 0,
      method: view.getUint16(at + 10, true),
      packedSize,
      size,
      offset,
    },
    end: extraEnd + view.getUint16(at + 32, true),
  }
}

/** Reads the directory of a zip archive; throws `BrokenArchive`. */
export const readZipDirectory = async (archive: Blob): Promise<ZipEntry[]> => {
  const { size, offset } = await findDirectory(archive)
  if (size > longestDirectory || offset + size > archive.size) throw new BrokenArchive()
  const bytes = await bytesOf(archive, offset, offset + size)
  const entries: ZipEntry[] = []
  for (let at = 0; at < bytes.length;) {
    const { entry, end } = parseEntry(bytes, at)
    entries.push(entry)
    at = end
  }
  return entries
}

/** Whether the entry can be unpacked: it is stored or deflated, and not encrypted. */
export const isReadable = ({ isEncrypted, method }: ZipEntry) =>
  !isEncrypted && (method === 0 || method === 8)

/** The bytes between two positions, read a megabyte at a time, so that the archive is never held as a whole. */
const chunksOf = (archive: Blob, start: number, end: number) => {
  let from = start
  const chunks: Uint8Array<ArrayBuffer>[] = []
  return new ReadableStream<Uint8Array<ArrayBuffer>>({
    pull: async controller => {
      if (chunks.length === 0) {
        const bytes = await bytesOf(archive, from, Math.min(end, from + 64 * chunkSize))
        from += bytes.length
        for (let at = 0; at < bytes.length; at += chunkSize) chunks.push(bytes.subarray(at, at + chunkSize))
      }
      const chunk = chunks.shift()
      if (chunk) controller.enqueue(chunk)
      else controller.close()
    },
  })
}

/**
 * Unpacks an entry and passes it on in pieces, until there are no more or the receiver returns false. Throws
 * `BrokenArchive`.
 */
export const readZipEntry = async (
  archive: Blob,
  { offset, method, packedSize }: ZipEntry,
  receive: (piece: Uint8Array<ArrayBuffer>) => boolean,
) => {
  const header = await bytesOf(archive, offset, offset + 30)
  const view = viewOf(header)
  if (header.length < 30 || view.getUint32(0, true) !== localSignature) throw new BrokenArchive()
  const start = offset + 30 + view.getUint16(26, true) + view.getUint16(28, true)
  const end = start + packedSize
  if (end > archive.size) throw new BrokenArchive()
  const packed = chunksOf(archive, start, end)
  const unpacked = method === 0 ? packed : packed.pipeThrough(new DecompressionStream('deflate-raw'))
  const reader = unpacked.getReader()
  const next = () =>
    reader.read().catch((error: unknown) => {
      // The browser's error about a file that was changed or removed meanwhile is no error in the archive.
      throw error instanceof DOMException ? error : new BrokenArchive()
    })
  for (let piece = await next(); !piece.done; piece = await next())
    if (piece.value.length > 0 && !receive(piece.value)) return reader.cancel()
}
