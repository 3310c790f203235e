import { Zip, ZipDeflate, ZipPassThrough } from 'fflate'

const end = new Uint8Array()

/** A file of an archive; its pieces are read one by one while the archive is written, so that none is held in memory whole. */
export type ArchivedFile = {
  path: string
  pieces: AsyncIterable<Uint8Array>
  /** True for pictures and other files that are compressed already. */
  isCompressed?: true
}

/**
 * A ZIP file that is written as fast as it is read. Only one piece of one file is in memory at a time, so a file is
 * made when the one before it has been sent.
 */
export async function* zipStream(files: AsyncIterable<ArchivedFile>) {
  let readyChunks: Uint8Array[] = []
  const zip = new Zip((error, chunk) => {
    if (error) throw error
    readyChunks.push(chunk)
  })
  const taken = () => {
    const chunks = readyChunks
    readyChunks = []
    return chunks
  }
  for await (const { path, pieces, isCompressed } of files) {
    const part = isCompressed ? new ZipPassThrough(path) : new ZipDeflate(path, { level: 6 })
    zip.add(part)
    for await (const piece of pieces) {
      part.push(piece)
      yield* taken()
    }
    part.push(end, true)
    yield* taken()
  }
  zip.end()
  yield* taken()
}
