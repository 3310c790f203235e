import type { Readable } from 'node:stream'

import { type Context as HttpContext, Hono } from 'hono'
import { z } from 'zod'

import { uploadLimits, type uploads } from '../../../resources/uploads.ts'
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
import { identify } from '../../services/identity/session.ts'
import { videoMime, videoOnly } from '../../services/files/videos.ts'
import { imageExtensions, reencodePicture } from '../../services/files/images.ts'
import type { Staged } from '../../context/services.ts'
import { singleChunk } from '../../services/files/storage.ts'
import {
  formFields,
  signPolicy,
  type VerifiedUpload,
  verifyPolicy,
} from '../../services/files/uploadPolicy.ts'
import { openUploadForm, type UploadForm } from './uploadForm.ts'
import { serveFile } from './storedFiles.ts'

const host = '/api/upload'

/** Portraits are stored as WebP, whatever they come as. */
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
    const wanted = { scene, size, mime, fingerprint, extension: extensionOf(scene, mime) }
    return startUpload(context, context.caller, wanted, context.now)
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
    const grant = { key, mime, scene, maxSize: size }
    const { policy, signature, accessid, expire } = await signPolicy(database, caller, grant, now)
    return {
      host,
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

/** Not more than was signed, and not nothing. */
const measured = async function* (file: Readable, maxSize: number) {
  let size = 0
  // A reader that gives up, as on a full disk, leaves the stream whole, so that the rest of the form can be read past.
  for await (const piece of file.iterator({ destroyOnReturn: false }) as AsyncIterable<Uint8Array>) {
    size += piece.length
    if (size > maxSize) throw wrongSize()
    yield piece
  }
  if (size === 0) throw wrongSize()
}

type Opened = { file: Readable; ended: Promise<void> }
type Received = { staged: Staged; mime: string; width?: number; height?: number }

const receiveVideo = async ({ services }: Runtime, { file }: Opened, { maxSize }: VerifiedUpload) => ({
  staged: await services.storage.stage(videoOnly(measured(file, maxSize))),
  mime: videoMime,
})

const receivePicture = async ({ services }: Runtime, { file, ended }: Opened, sent: VerifiedUpload) => {
  const { key, mime, scene, maxSize } = sent
  const sentFile = await services.storage.stage(measured(file, maxSize))
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

/** Uploads that one session has under way in this process; a browser opens no more to one server. */
const mostAtOnce = 6
const underWay = new Map<number, number>()

const takeTurn = async <T>({ sessionId }: Caller, work: () => Promise<T>) => {
  const count = underWay.get(sessionId) ?? 0
  if (count >= mostAtOnce) throw new ApiError('4290', '正在上传的文件过多，请等其中一些完成后再试')
  underWay.set(sessionId, count + 1)
  try {
    return await work()
  } finally {
    const left = underWay.get(sessionId)! - 1
    if (left > 0) underWay.set(sessionId, left)
    else underWay.delete(sessionId)
  }
}

const keep = async (runtime: Runtime, sent: UploadForm, permitted: VerifiedUpload) => {
  const { caller, key, scene } = permitted
  const file = await sent.file()
  try {
    const take = scene === 'video' ? receiveVideo : receivePicture
    const { staged, mime, width, height }: Received = await take(
      runtime,
      { file, ended: sent.ended },
      permitted,
    )
    await sent.ended.catch(async (error: unknown) => {
      await staged.discard()
      throw error
    })
    await storeFile(runtime, caller, { key, scene, mime, staged })
    return { url: `/api/files/${key}`, key, size: staged.size, mime, w: width, h: height }
  } catch (error) {
    // The rest is read and forgotten, so that the browser hears the answer.
    file.resume()
    // A form that broke off is the error, whatever its file made of it.
    if (!(error instanceof ApiError)) await sent.ended
    throw error
  }
}

const receive = async (runtime: Runtime, http: HttpContext) => {
  runtime.refuseWhenDiskIsLow()
  const sent = await openUploadForm(http, { most: largest, names: formFields })
  try {
    const permitted = await verifyPolicy(runtime, sent.fields)
    return await takeTurn(permitted.caller, () => keep(runtime, sent, permitted))
  } finally {
    // Of a stranger, or of one file too many, nothing more is read.
    sent.leave()
  }
}

const place = z.object({
  key: z.string().max(200),
  offset: z.coerce.number().int().nonnegative(),
})

/** A piece of an upload that `uploads.begin` began: its bytes as they are, for whoever began it. */
const receivePiece = async (runtime: Runtime, http: HttpContext) => {
  runtime.refuseWhenDiskIsLow()
  const token = http.req.header('token')
  const known = token
    ? await identify(runtime.database, { token, host: runtime.hostOf(http) }, runtime.now())
    : null
  if (!known) throw new ApiError('4003')
  if (known.caller.mustChangePwd || known.caller.mustSetFactor) throw new ApiError('4007')
  const asked = place.safeParse(http.req.query())
  const { body } = http.req.raw
  if (!asked.success || !body) throw new ApiError('4000', '上传的内容不正确')
  const offset = await takeTurn(known.caller, () =>
    storePiece(runtime, known.caller, { ...asked.data, bytes: body }),
  )
  return { offset }
}

const largest = Math.max(...Object.values(uploadLimits).map(it => it.maxSize)) + 64 * 1024

/** The embedded store: no calls of the envelope's kind, but its refusals travel in one. */
export const storeRoutes = (runtime: Runtime, tooLarge: (http: HttpContext) => Response) => {
  const routes = new Hono()
  routes.post('/upload', async http => {
    if (Number(http.req.header('content-length') ?? 0) > largest) return tooLarge(http)
    return http.json(envelope('200', await receive(runtime, http), runtime.requestIdOf(http)))
  })
  routes.put('/upload/piece', async http => {
    if (Number(http.req.header('content-length') ?? 0) > pieceSize) return tooLarge(http)
    return http.json(envelope('200', await receivePiece(runtime, http), runtime.requestIdOf(http)))
  })
  routes.get('/files/*', http => serveFile(runtime, http))
  return routes
}
