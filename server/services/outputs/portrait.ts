import sharp from 'sharp'

import type { Services } from '../../context/services.ts'
import { inPictureLine } from '../files/images.ts'

/** An uploaded picture, small enough to stand inside of a file. Null where there is none, or none that can be read. */
export const portraitOf = async (storage: Services['storage'], path: string) => {
  const file = await storage.open(path)
  if (!file || file.size === 0) return null
  return inPictureLine(async () => {
    const bytes = await new Response(file.bytes(0, file.size - 1)).arrayBuffer()
    return sharp(bytes, { pages: 1 })
      .autoOrient()
      .resize({ width: 480, height: 600, fit: 'cover', position: 'top' })
      .flatten({ background: '#fff' })
      .jpeg({ quality: 82 })
      .toBuffer()
      .catch(() => null)
  })
}
