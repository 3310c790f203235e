import type { Readable } from 'node:stream'

import { type Context as HttpContext, Hono } from 'hono'
import { z } from 'zod'

import type { Call } from '../../../resources/kit/index.ts'
import { uploadLimits, uploads } from '../../../resources/uploads.ts'
import type { Caller } from '../../context/context.ts'
import { type Handlers, ownTransaction } from '../../context/handlers.ts'
import { envelope } from '../../context/envelope.ts'
import { invalid, ApiError } from '../../context/apiError.ts'
import type { Runtime } from '../../context/runtime.ts'
import { checkQuota, storeFile, newFileKey } from '../../services/files/files.ts'
import {
  startUpload,
  finishUpload,
  deleteUpload,
  pieceSize,
  storePiece,
} from '../../services/files/resumedUploads.ts'
import { videoMime, videoOnly } from '../../services/files/videos.ts'
import { imageExtensions, reencodePicture } from '../../services/files/images.ts'
import type { StagedFile } from '../../context/services.ts'
import { singleChunk } from '../../services/files/storage.ts'
import {
  formFields,
  signPolicy,
  type VerifiedUpload,
  verifyPolicy,
} from '../../services/files/uploadPolicy.ts'
import { openUploadForm, type UploadForm } from './uploadForm.ts'
import { serveFile } from './storedFiles.ts'

const uploadPath = '/api/upload'

/** Portraits are stored as WebP, whatever their original format. */
const extensionOf = (scene: keyof typeof uploadLimits, mime: string) =>
  scene === 'avatar' ? 'webp' : mime === videoMime ? 'mp4' : imageExtensions[mime]!

const checkLimits = (scene: keyof typeof uploadLimits, { size, mime }: { size: number; mime: string }) => {
  const { maxSize, mimes, takes } = uploadLimits[scene]
  if (!mimes.includes(mime)) throw invalid({ mime: `支持 ${takes}` })
  if (size > maxSize) throw invalid({ size: `文件不能超过${maxSize / 1024 / 1024}MB` })
}

export const uploadHandlers: Handlers<typeof uploads.calls> = {
  begin: ownTransaction(async ({ scene, size, mime, fingerprint }, context) => {
    checkLimits(scene, { size, mime })
    const request = { scene, size, mime, fingerprint, extension: extensionOf(scene, mime) }
    return startUpload(context, context.caller, request, context.now)
  }),
  finish: ownTransaction(async ({ key }, context) => finishUpload(context, context.caller, key)),
  cancel: ownTransaction(async ({ key }, context) => {
    await deleteUpload(context, context.caller, key)
    return {}
  }),
  ossSign: async ({ scene, size, mime }, { caller, db, database, now }) => {
    checkLimits(scene, { size, mime })
    await checkQuota(db, caller, { scene, size })
    const key = newFileKey(caller, extensionOf(scene, mime))
    const uploadGrant = { key, mime, scene, maxSize: size }
    const { policy, signature, accessid, expire } = await signPolicy(database, caller, uploadGrant, now)
    return {
      host: uploadPath,
      dir: key.slice(0, key.lastIndexOf('/') + 1),
      key,
      policy,
      signature,
      accessid,
      expire,
      successStatus: 200,
      maxSize: size,
    }
  },
}

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

const receiveVideo = async ({ services }: Runtime, { file }: OpenedFile, { maxSize }: VerifiedUpload) => ({
  staged: await services.storage.stage(videoOnly(limitSize(file, maxSize))),
  mime: videoMime,
})

const receivePicture = async (
  { services }: Runtime,
  { file, ended }: OpenedFile,
  uploadForm: VerifiedUpload,
) => {
  const { key, mime, scene, maxSize } = uploadForm
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
      mime: Object.keys(imageExtensions).find(candidate => imageExtensions[candidate] === extension)!,
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

const storeUpload = async (runtime: Runtime, uploadForm: UploadForm, verifiedUpload: VerifiedUpload) => {
  const { caller, key, scene } = verifiedUpload
  const file = await uploadForm.file()
  try {
    const receiveFile = scene === 'video' ? receiveVideo : receivePicture
    const { staged, mime, width, height }: ReceivedFile = await receiveFile(
      runtime,
      { file, ended: uploadForm.ended },
      verifiedUpload,
    )
    await uploadForm.ended.catch(async (error: unknown) => {
      await staged.discard()
      throw error
    })
    await storeFile(runtime, caller, { key, scene, mime, staged })
    return { url: `/api/files/${key}`, key, size: staged.size, mime, w: width, h: height }
  } catch (error) {
    // The rest of the body is read and discarded, so that the browser receives the answer.
    file.resume()
    // If the form broke off, its error is reported rather than the file's.
    if (!(error instanceof ApiError)) await uploadForm.ended
    throw error
  }
}

const receiveForm = async (runtime: Runtime, http: HttpContext) => {
  runtime.refuseWhenDiskIsLow()
  const uploadForm = await openUploadForm(http, { most: maxBodySize, names: formFields })
  try {
    const verifiedUpload = await verifyPolicy(runtime, uploadForm.fields)
    return await withUploadLimit(verifiedUpload.caller, () =>
      storeUpload(runtime, uploadForm, verifiedUpload),
    )
  } finally {
    // For a refused upload, the rest of the body is not read.
    uploadForm.leave()
  }
}

const pieceQuery = z.object({
  key: z.string().max(200),
  offset: z
    .string()
    .regex(/^\d{1,12}$/)
    .transform(Number),
})

/** Identifies the sender of a request, and permits it as it does the call. */
type Admission = (runtime: Runtime, http: HttpContext, call: Call) => Promise<Caller>

/** Receives one piece of an upload that its owner began with `uploads.begin`; the body has the raw bytes. */
const receivePiece = async (runtime: Runtime, http: HttpContext, admit: Admission) => {
  runtime.refuseWhenDiskIsLow()
  const caller = await admit(runtime, http, uploads.calls.begin)
  const query = pieceQuery.safeParse(http.req.query())
  const { body } = http.req.raw
  if (!query.success || !body) throw new ApiError('4000', '上传的内容不正确')
  const offset = await withUploadLimit(caller, () =>
    storePiece(runtime, caller, { ...query.data, bytes: body }),
  )
  return { offset }
}

const maxBodySize = Math.max(...Object.values(uploadLimits).map(it => it.maxSize)) + 64 * 1024

/**
 * The routes of the embedded file store. They are not declared calls, but refusals have the same envelope.
 */
export const storeRoutes = (
  runtime: Runtime,
  admit: Admission,
  tooLarge: (http: HttpContext) => Response,
) => {
  const routes = new Hono()
  routes.post('/upload', async http => {
    if (Number(http.req.header('content-length') ?? 0) > maxBodySize) return tooLarge(http)
    return http.json(envelope('200', await receiveForm(runtime, http), runtime.requestIdOf(http)))
  })
  routes.put('/upload/piece', async http => {
    if (Number(http.req.header('content-length') ?? 0) > pieceSize) return tooLarge(http)
    return http.json(envelope('200', await receivePiece(runtime, http, admit), runtime.requestIdOf(http)))
  })
  routes.get('/files/*', http => serveFile(runtime, http))
  return routes
}
