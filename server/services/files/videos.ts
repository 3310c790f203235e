import { fileTypeFromBuffer } from 'file-type'

import { ApiError } from '../../context/apiError.ts'

/** What every browser and the mini-program play. */
export const videoMime = 'video/mp4'

/** As much as file-type looks at. */
export const headLength = 4100

export const checkVideoType = async (head: Uint8Array) => {
  if ((await fileTypeFromBuffer(head))?.mime === videoMime) return
  const message = '文件内容与类型不符，支持 MP4'
  throw new ApiError('4220', message, { errors: { file: message } })
}

/** The pieces as they come; what is no video by its content is refused at its first bytes, not after the last. */
export const videoOnly = async function* (pieces: AsyncIterable<Uint8Array>) {
  const head: Uint8Array[] = []
  let missing = headLength
  for await (const piece of pieces) {
    if (missing > 0) {
      head.push(piece)
      missing -= piece.length
      if (missing <= 0) await checkVideoType(Buffer.concat(head))
    }
    yield piece
  }
  if (missing > 0) await checkVideoType(Buffer.concat(head))
}
