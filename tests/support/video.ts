/** The box that every MP4 file begins with, and nothing that a player could show. */
const head = Buffer.concat([
  Buffer.from([0, 0, 0, 24]),
  Buffer.from('ftypisom'),
  Buffer.from([0, 0, 2, 0]),
  Buffer.from('isommp42'),
])

/** A part of a video of any length, generated on request: each byte depends on its position. */
export const pieceOfVideo = (from: number, length: number) => {
  const piece = new Uint8Array(length)
  for (let at = 0; at < length; at++)
    piece[at] = head[from + at] ?? ((from + at) * 31 + ((from + at) >> 12)) & 255
  return piece
}
