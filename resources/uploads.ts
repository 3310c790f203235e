import { z } from 'zod'

import type { UploadScene } from './domain/uploadScene.ts'
import { secret } from './domain/credentials.ts'
import { get } from './kit/index.ts'

type Limits = {
  /** Bytes of the file as it is sent. */
  maxSize: number
  mimes: readonly string[]
  /** What is said of another type. */
  takes: string
  /** The stored picture fits into this box, in pixels. */
  box: readonly [width: number, height: number]
}

const megabyte = 1024 * 1024
const pictures = ['image/jpeg', 'image/png', 'image/webp']
const picture = (box: Limits['box']): Limits => ({
  maxSize: 10 * megabyte,
  mimes: pictures,
  takes: 'JPG/PNG/WebP',
  box,
})

/** What each scene takes. SVG is refused everywhere: it is a program. Films stay as they are. */
export const uploadLimits: Record<UploadScene, Limits> = {
  avatar: picture([800, 1000]),
  office: picture([2560, 2560]),
  article: picture([2560, 2560]),
  asset: picture([2560, 2560]),
  video: { maxSize: 200 * megabyte, mimes: ['video/mp4'], takes: 'MP4', box: [0, 0] },
}

const ossSign = z.object({
  host: z.string(),
  dir: z.string(),
  /** The one name this signature is good for. */
  key: z.string(),
  policy: secret(z.string()),
  signature: secret(z.string()),
  accessid: z.string(),
  /** Seconds since 1970. */
  expire: z.int(),
  successStatus: z.literal(200),
  maxSize: z.int(),
})
const calls = {
  ossSign: get(
    '/auth/ossSign',
    'self',
    () =>
      z.strictObject({
        scene: z.enum(['avatar', 'office', 'article', 'video', 'asset']),
        filename: z.string().min(1).max(200),
        size: z.int().positive(),
        mime: z.string().max(100),
      }),
    () => ossSign,
  ),
}

/** Permission to put one file into the storage (domain.md §5); the file itself goes to `host` as a form. */
export const uploads = { name: 'uploads', calls }
