import sharp from 'sharp'

import type { Services } from '../../context/services.ts'
import { serially } from '../counters.ts'

const own = '/api/files/'

/** The path of a picture of this store; the server fetches none from elsewhere (promise Q30). */
export const portraitPath = (url: string | null | undefined) =>
  url?.startsWith(own) ? url.slice(own.length) : null

/** An uploaded picture, small enough to stand inside of a file. Null where there is none, or none that can be read. */
export const portraitOf = async (storage: Services['storage'], path: string) => {
  const file = await storage.open(path)
  if (!file || file.size === 0) return null
  const bytes = await new Response(file.bytes(0, file.size - 1)).arrayBuffer()
  // One at a time, as pictures are drawn anew.
  return serially('images', () =>
    sharp(bytes, { pages: 1 })
      .autoOrient()
      .resize({ width: 480, height: 600, fit: 'cover', position: 'top' })
      .flatten({ background: '#fff' })
      .jpeg({ quality: 82 })
      .toBuffer()
      .catch(() => null),
  )
}
