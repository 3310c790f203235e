import { z } from 'zod'

import type { UploadScene } from './domain/uploadScene.ts'
import { secret } from './domain/credentials.ts'
import { deleteCall, emptyAnswer, getCall, postCall } from './kit/index.ts'

type Limits = {
  /** Maximum size of the uploaded file in bytes. */
  maxSize: number
  mimes: readonly string[]
  /** Names of the accepted types, for the error message. */
  takes: string
  /** The stored picture is reduced to fit into this box, in pixels. */
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

// The calls are marked, so that the bundler leaves them out of pages that do not upload.
/** Limits of each scene. SVG is never accepted, because it can contain scripts. Videos are stored unchanged. */
export const uploadLimits: Record<UploadScene, Limits> = {
  avatar: /* @__PURE__ */ picture([800, 1000]),
  office: /* @__PURE__ */ picture([2560, 2560]),
  article: /* @__PURE__ */ picture([2560, 2560]),
  asset: /* @__PURE__ */ picture([2560, 2560]),
  video: { maxSize: 300 * 1024 * 1024, mimes: ['video/mp4'], takes: 'MP4', box: [0, 0] },
}

const ossSign = z.object({
  host: z.string(),
  dir: z.string(),
  /** The only file name for which the signature is valid. */
  key: z.string(),
  policy: secret(z.string()),
  signature: secret(z.string()),
  accessid: z.string(),
  /** Seconds since 1970. */
  expire: z.int(),
  successStatus: z.literal(200),
  maxSize: z.int(),
})
/** A file name chosen by the server. */
const key = z.string().max(200)

const calls = {
  ossSign: getCall(
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
    { inView: 'closed' },
  ),
  /**
   * Begins an upload that can be resumed, or finds the one that the caller began for the same file. Its pieces are
   * sent to PUT /upload/piece, each starting at the byte where the previous one ended.
   */
  begin: postCall(
    '/upload/begin',
    'self',
    () =>
      z.strictObject({
        scene: z.literal('video'),
        size: z.int().positive(),
        mime: z.string().max(100),
        /** Identifies the file for the caller's next attempt: its name and its time of change. */
        fingerprint: z.string().min(1).max(300),
      }),
    () =>
      z.object({
        key,
        /** Number of bytes that have arrived. */
        offset: z.int(),
        /** Maximum size of one piece in bytes. */
        pieceSize: z.int(),
      }),
    { isAddition: true },
  ),
  /** Completes an upload and stores the file. */
  finish: postCall(
    '/upload/finish',
    'self',
    () => z.strictObject({ key }),
    () => z.object({ url: z.string(), key, size: z.int(), mime: z.string() }),
    { isAddition: true },
  ),
  /** Cancels an upload and deletes the bytes that have arrived. */
  cancel: deleteCall(
    '/upload/begin',
    'self',
    () => z.strictObject({ key }),
    () => emptyAnswer,
    { isAddition: true },
  ),
}

/** Calls that permit one upload to the file storage (docs/domain.md §5). The file itself is sent to `host` as a form. */
export const uploads = { name: 'uploads', calls }
