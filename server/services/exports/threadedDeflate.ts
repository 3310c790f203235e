import { finished } from 'node:stream/promises'
import { crc32, createDeflateRaw } from 'node:zlib'

import type { ZipInputFile } from 'fflate'

/**
 * A file of an archive that zlib compresses on a thread beside: the one that answers calls only hands its pieces over. Each
 * is taken before the next is asked for.
 */
export const threadedDeflate = (filename: string) => {
  const deflate = createDeflateRaw()
  /** Length and checksum are those of what came in; `ondata` is the archive's. */
  const file: ZipInputFile = { filename, compression: 8, size: 0, crc: 0 }
  deflate.on('data', (piece: Buffer<ArrayBuffer>) => file.ondata?.(null, piece, false))
  deflate.on('end', () => file.ondata?.(null, new Uint8Array(), true))
  // Listened to from the beginning: an error that nobody hears would end the process.
  const ended = finished(deflate)
  ended.catch(() => {})
  return {
    file,
    push: (text: string) => {
      const piece = Buffer.from(text)
      file.size += piece.length
      file.crc = crc32(piece, file.crc)
      return new Promise<void>((resolve, reject) =>
        deflate.write(piece, error => (error ? reject(error) : resolve())),
      )
    },
    end: () => {
      deflate.end()
      return ended
    },
    /** Of one that is given up. */
    close: () => void deflate.destroy(),
  }
}
