import type { Readable } from 'node:stream'

import { z } from 'zod'

import { postCall, putCall } from '../../../resources/kit/index.ts'
import { uploadLimits } from '../../../resources/uploads.ts'
import { ApiError } from '../../context/apiError.ts'
import { bindHandlers } from '../../context/bind.ts'
import type { Caller, Context } from '../../context/context.ts'
import { ownTransaction } from '../../context/handlers.ts'
import type { StagedFile } from '../../context/services.ts'
import type { Wire } from '../../context/wire.ts'
import { storeFile } from '../../services/files/files.ts'
import { pictureMime, reencodePicture } from '../../services/files/images.ts'
import { pieceSize, storePiece } from '../../services/files/resumedUploads.ts'
import { singleChunk } from '../../services/files/storage.ts'
import { formFields, type UploadGrant, verifyPolicy } from '../../services/files/uploadPolicy.ts'
import { videoMime, videoOnly } from '../../services/files/videos.ts'
import { openUploadForm, type UploadForm } from './uploadForm.ts'

// The bytes of uploads: a whole file as the form of a signed policy, or one piece of a file. They are read as they
// arrive.

const wrongSize = () => new ApiError('4000', '文件大小与申请的不一致，请重新选择')

/** Refuses a file that is empty or larger than the signed size. */
const limitSize = async function* (file: Readable, maxSize: number) {
  let size = 0
  // When the consumer stops, as on a full disk, the stream is kept, so that the rest of the form can be read.
  for await (const piece of file.iterator({ destroyOnReturn: false }) as AsyncIterable<Uint8Array>) {
    size += piece.length
    if (size > maxSize) throw wrongSize()
    yield piece
  }
  if (size === 0) throw wrongSize()
}

type OpenedFile = { file: Readable; ended: Promise<void> }
type ReceivedFile = { staged: StagedFile; mime: string; width?: number; height?: number }

const receiveVideo = async ({ services }: Context, { file }: OpenedFile, { maxSize }: UploadGrant) => ({
  staged: await services.storage.stage(videoOnly(limitSize(file, maxSize))),
  mime: videoMime,
})

const receivePicture = async (
  { services }: Context,
  { file, ended }: OpenedFile,
  { key, mime, scene, maxSize }: UploadGrant,
) => {
  const sentFile = await services.storage.stage(limitSize(file, maxSize))
  try {
    await ended
    const extension = key.slice(key.lastIndexOf('.') + 1)
    const picture = await reencodePicture(() => sentFile.bytes(), {
      mime,
      extension,
      box: uploadLimits[scene].box,
    })
    return {
      staged: await services.storage.stage(singleChunk(picture.bytes)),
      mime: pictureMime(extension),
      width: picture.width,
      height: picture.height,
    }
  } finally {
    await sentFile.discard()
  }
}

/**
 * The maximum number of concurrent uploads per session in this process; a browser opens no more connections
 * to one server.
 */
const maxConcurrent = 6
const uploadCounts = new Map<number, number>()

const withUploadLimit = async <T>({ sessionId }: Caller, work: () => Promise<T>) => {
  const count = uploadCounts.get(sessionId) ?? 0
  if (count >= maxConcurrent) throw new ApiError('4290', '正在上传的文件过多，请等其中一些完成后再试')
  uploadCounts.set(sessionId, count + 1)
  try {
    return await work()
  } finally {
    const remaining = uploadCounts.get(sessionId)! - 1
    if (remaining > 0) uploadCounts.set(sessionId, remaining)
    else uploadCounts.delete(sessionId)
  }
}

const storeUpload = async ({ form, grant }: z.output<typeof formInput>, context: Context) => {
  const { key, scene } = grant
  const file = await form.file()
  try {
    const receiveFile = scene === 'video' ? receiveVideo : receivePicture
    const { staged, mime, width, height }: ReceivedFile = await receiveFile(
      context,
      { file, ended: form.ended },
      grant,
    )
    await form.ended.catch(async (error: unknown) => {
      await staged.discard()
      throw error
    })
    await storeFile({ ...context, now: () => context.now }, context.caller, { key, scene, mime, staged })
    return { url: `/api/files/${key}`, key, size: staged.size, mime, w: width, h: height }
  } catch (error) {
    // The rest of the body is read and discarded, so that the browser receives the answer.
    file.resume()
    // If the form broke off, its error is reported rather than the file's.
    if (!(error instanceof ApiError)) await form.ended
    throw error
  }
}

const formInput = z.object({ form: z.custom<UploadForm>(), grant: z.custom<UploadGrant>() })
const calls = {
  form: postCall(
    '/upload',
    'self',
    () => formInput,
    () =>
      z.object({
        url: z.string(),
        key: z.string(),
        size: z.int(),
        mime: z.string(),
        w: z.int().optional(),
        h: z.int().optional(),
      }),
    { isAddition: true },
  ),
  /** One piece of an upload that its owner began with `uploads.begin`. */
  piece: putCall(
    '/upload/piece',
    'self',
    () =>
      z.object({
        key: z.string().max(200),
        offset: z.int().min(0),
        bytes: z.custom<AsyncIterable<Uint8Array>>(body => body !== null),
      }),
    () => z.object({ offset: z.int() }),
    { isAddition: true },
  ),
}

const maxFormBytes = Math.max(...Object.values(uploadLimits).map(({ maxSize }) => maxSize)) + 64 * 1024

const wires: Record<string, Wire> = {
  'uploads.form': {
    maxBytes: maxFormBytes,
    open: async (http, runtime) => {
      const form = await openUploadForm(http, { most: maxFormBytes, names: formFields })
      try {
        const { grant, session } = await verifyPolicy(runtime, form.fields)
        return { values: { form, grant }, session, leave: form.leave }
      } catch (error) {
        form.leave()
        throw error
      }
    },
  },
  'uploads.piece': {
    maxBytes: pieceSize,
    open: http => Promise.resolve({ values: { bytes: http.req.raw.body } }),
  },
}

export const uploadCalls = bindHandlers(
  { name: 'uploads', calls },
  {
    form: ownTransaction((input, context) =>
      withUploadLimit(context.caller, () => storeUpload(input, context)),
    ),
    piece: ownTransaction(async (input, context) => ({
      offset: await withUploadLimit(context.caller, () => storePiece(context, context.caller, input)),
    })),
  },
).map(bound => ({ ...bound, wire: wires[bound.name]! }))
