import { finished } from 'node:stream/promises'
import { crc32, createDeflateRaw } from 'node:zlib'

import type { ZipInputFile } from 'fflate'

/**
 * Compresses a file of an archive in zlib's thread pool, so that the thread that answers calls only passes
 * the pieces on. Each piece is accepted before the next is requested.
 */
export const threadedDeflate = (filename: string) => {
  const deflate = createDeflateRaw()
  /** Size and checksum are updated with every piece; the archive sets `ondata`. */
  const file: ZipInputFile = { filename, compression: 8, size: 0, crc: 0 }
  deflate.on('data', (piece: Buffer<ArrayBuffer>) => file.ondata?.(null, piece, false))
  deflate.on('end', () => file.ondata?.(null, new Uint8Array(), true))
  // Awaited from the beginning, since an unhandled rejection would end the process.
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
    /** Frees the compressor of an abandoned file. */
    close: () => void deflate.destroy(),
  }
}
