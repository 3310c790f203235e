import sharp from 'sharp'

import type { Services } from '../../context/services.ts'
import { inPictureQueue } from '../files/images.ts'

/**
 * An uploaded picture, reduced so that it can be embedded in a file. Null where there is none, or where it
 * cannot be read.
 */
export const portraitOf = async (storage: Services['storage'], path: string) => {
  const file = await storage.open(path)
  if (!file || file.size === 0) return null
  return inPictureQueue(async () => {
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
