import { fileTypeFromBuffer } from 'file-type'

import { ApiError } from '../../context/apiError.ts'

/** The video format that every browser and the mini-program play. */
export const videoMime = 'video/mp4'

/** The number of bytes that file-type examines. */
export const headLength = 4100

export const checkVideoType = async (head: Uint8Array) => {
  if ((await fileTypeFromBuffer(head))?.mime === videoMime) return
  const message = '文件内容与类型不符，支持 MP4'
  throw new ApiError('4220', message, { errors: { file: message } })
}

/**
 * Passes the pieces on; a file that is not a video by its content is refused at its first bytes, not after
 * the last.
 */
export const videoOnly = async function* (pieces: AsyncIterable<Uint8Array>) {
  const head: Uint8Array[] = []
  let missingBytes = headLength
  for await (const piece of pieces) {
    if (missingBytes > 0) {
      head.push(piece)
      missingBytes -= piece.length
      if (missingBytes <= 0) await checkVideoType(Buffer.concat(head))
    }
    yield piece
  }
  if (missingBytes > 0) await checkVideoType(Buffer.concat(head))
}
