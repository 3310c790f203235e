import { z } from 'zod'

import type { UploadScene } from './domain/uploadScene.ts'
import { secret } from './domain/credentials.ts'
import { del, done, get, post } from './kit/index.ts'

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
  video: { maxSize: 300 * megabyte, mimes: ['video/mp4'], takes: 'MP4', box: [0, 0] },
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
/** One name that the server has chosen. */
const key = z.string().max(200)

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
  /**
   * Begins an upload that goes on where it broke off, or finds the one that its owner began of the same file: its pieces
   * go to PUT /upload/piece, each from the byte that the one before ended with.
   */
  begin: post(
    '/upload/begin',
    'self',
    () =>
      z.strictObject({
        scene: z.literal('video'),
        size: z.int().positive(),
        mime: z.string().max(100),
        /** By which its owner's next try is known: the file's name and when it was changed. */
        fingerprint: z.string().min(1).max(300),
      }),
    () =>
      z.object({
        key,
        /** How many bytes are there. */
        offset: z.int(),
        /** Bytes that one piece may have. */
        pieceSize: z.int(),
      }),
    { isAddition: true },
  ),
  /** Keeps what has arrived as a whole. */
  finish: post(
    '/upload/finish',
    'self',
    () => z.strictObject({ key }),
    () => z.object({ url: z.string(), key, size: z.int(), mime: z.string() }),
    { isAddition: true },
  ),
  /** Gives up an upload, and forgets what has arrived of it. */
  cancel: del(
    '/upload/begin',
    'self',
    () => z.strictObject({ key }),
    () => done,
    { isAddition: true },
  ),
}

/** Permission to put one file into the storage (domain.md §5); the file itself goes to `host` as a form. */
export const uploads = { name: 'uploads', calls }
