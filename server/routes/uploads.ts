import { type Context as HttpContext, Hono } from 'hono'
import { z } from 'zod'

import { uploadLimits, type uploads } from '../../resources/uploads.ts'
import type { Caller } from '../context.ts'
import { envelope, type Handlers } from '../implement.ts'
import { invalid, Refusal } from '../refusal.ts'
import type { Runtime } from '../runtime.ts'
import { checkQuota, keepFile, newKey } from '../services/files.ts'
import { film, filmOnly } from '../services/films.ts'
import { extensions, redraw } from '../services/images.ts'
import { isSignedBy, sign } from '../services/secrets.ts'
import type { Staged } from '../services/services.ts'
import { whole } from '../services/storage.ts'
import { callerOf } from '../session.ts'
import { openUploadForm, type UploadForm } from '../uploadForm.ts'
import { serveFile } from './storedFiles.ts'

// The form of OSS PostObject: the policy that the server signs says all that a browser may send. The embedded store
// checks the same policy on its own path, so that a bucket takes its place without another client.

const lifeMs = 5 * 60_000
const host = '/api/upload'
const scenes = z.enum(['avatar', 'office', 'article', 'video', 'asset'])

/** Portraits are stored as WebP, whatever they come as. */
const extensionOf = (scene: z.output<typeof scenes>, mime: string) =>
  scene === 'avatar' ? 'webp' : mime === film ? 'mp4' : extensions[mime]!

export const uploadHandlers: Handlers<typeof uploads.calls> = {
  ossSign: async ({ scene, size, mime }, { caller, db, database, now }) => {
    const { maxSize, mimes, takes } = uploadLimits[scene]
    if (!mimes.includes(mime)) throw invalid({ mime: `支持 ${takes}` })
    if (size > maxSize) throw invalid({ size: `文件不能超过${maxSize / 1024 / 1024}MB` })
    await checkQuota(db, caller, { scene, size })
    const key = newKey(caller, extensionOf(scene, mime))
    const expiresAt = new Date(now.getTime() + lifeMs)
    const conditions = [
      ['eq', '$key', key],
      ['eq', '$content-type', mime],
      ['eq', '$x-oss-meta-scene', scene],
      ['content-length-range', 1, size],
      ['eq', '$success_action_status', '200'],
    ]
    const policy = Buffer.from(JSON.stringify({ expiration: expiresAt.toISOString(), conditions })).toString(
      'base64',
    )
    const accessid = `${caller.firmId}-${caller.sessionId}`
    return {
      host,
      dir: key.slice(0, key.lastIndexOf('/') + 1),
      key,
      policy,
      signature: await sign(database, 'upload', `${accessid}\n${policy}`),
      accessid,
      expire: Math.floor(expiresAt.getTime() / 1000),
      successStatus: 200,
      maxSize: size,
    }
  },
}

const form = z.strictObject({
  key: z.string().max(200),
  policy: z.string().max(2000),
  signature: z.string().max(100),
  OSSAccessKeyId: z.string().regex(/^[1-9]\d{0,8}-[1-9]\d{0,15}$/),
  success_action_status: z.literal('200'),
})

// Written by ossSign above and signed: its shape is known once the signature is right.
const policyShape = z.object({
  expiration: z.coerce.date(),
  conditions: z.tuple([
    z.tuple([z.literal('eq'), z.literal('$key'), z.string()]),
    z.tuple([z.literal('eq'), z.literal('$content-type'), z.string()]),
    z.tuple([z.literal('eq'), z.literal('$x-oss-meta-scene'), scenes]),
    z.tuple([z.literal('content-length-range'), z.literal(1), z.int()]),
    z.tuple([z.literal('eq'), z.literal('$success_action_status'), z.literal('200')]),
  ]),
})

/** What the signature allows, and whose it is; a dead session has no living signature. */
const allowed = async ({ database, now }: Runtime, fields: unknown) => {
  const sent = form.safeParse(fields)
  if (!sent.success) throw new Refusal('4000', '上传的内容不正确')
  const { policy, signature, OSSAccessKeyId, key } = sent.data
  const expired = new Refusal('4030', '上传授权无效或已过期,请重新选择文件')
  if (!(await isSignedBy(database, 'upload', `${OSSAccessKeyId}\n${policy}`, signature))) throw expired
  const { expiration, conditions } = policyShape.parse(JSON.parse(Buffer.from(policy, 'base64').toString()))
  const [[, , signedKey], [, , mime], [, , scene], [, , maxSize]] = conditions
  if (expiration <= now() || key !== signedKey) throw expired
  const [firmId, sessionId] = OSSAccessKeyId.split('-').map(Number) as [number, number]
  const caller: Caller | null = await database.read(firmId, db => callerOf(db, sessionId, now()))
  if (!caller) throw new Refusal('4003')
  return { caller, key, mime, scene, maxSize }
}
type Allowed = Awaited<ReturnType<typeof allowed>>

const wrongSize = () => new Refusal('4000', '文件大小与申请的不一致,请重新选择')

/** Not more than was signed, and not nothing. */
const measured = async function* (file: AsyncIterable<Uint8Array>, maxSize: number) {
  let size = 0
  for await (const piece of file) {
    size += piece.length
    if (size > maxSize) throw wrongSize()
    yield piece
  }
  if (size === 0) throw wrongSize()
}

type Received = { staged: Staged; mime: string; width?: number; height?: number }

const receiveFilm = async ({ services }: Runtime, { file }: UploadForm, { maxSize }: Allowed) => ({
  staged: await services.storage.stage(filmOnly(measured(file, maxSize))),
  mime: film,
})

const receivePicture = async ({ services }: Runtime, { file, ended }: UploadForm, sent: Allowed) => {
  const { key, mime, scene, maxSize } = sent
  const bytes = Buffer.concat(await Array.fromAsync(measured(file, maxSize)))
  await ended
  const extension = key.slice(key.lastIndexOf('.') + 1)
  const picture = await redraw(bytes, { mime, extension, box: uploadLimits[scene].box })
  return {
    staged: await services.storage.stage(whole(picture.bytes)),
    mime: Object.keys(extensions).find(it => extensions[it] === extension)!,
    width: picture.width,
    height: picture.height,
  }
}

const receive = async (runtime: Runtime, http: HttpContext) => {
  runtime.refuseWhenDiskIsLow()
  const sent = await openUploadForm(http, largest)
  try {
    const permitted = await allowed(runtime, sent.fields)
    const { caller, key, scene } = permitted
    const take = scene === 'video' ? receiveFilm : receivePicture
    const { staged, mime, width, height }: Received = await take(runtime, sent, permitted)
    await sent.ended.catch(async (error: unknown) => {
      await staged.discard()
      throw error
    })
    await keepFile(runtime.database, runtime.services.storage, caller, { key, scene, mime, staged })
    return { url: `/api/files/${key}`, key, size: staged.size, mime, w: width, h: height }
  } catch (error) {
    // The rest is read and forgotten, so that the browser hears the answer.
    sent.file.resume()
    // A form that broke off is told as such, whatever its file made of it.
    if (!(error instanceof Refusal)) await sent.ended
    throw error
  }
}

const largest = Math.max(...Object.values(uploadLimits).map(it => it.maxSize)) + 64 * 1024

/** The embedded store: no calls of the envelope's kind, but its refusals travel in one. */
export const storeRoutes = (runtime: Runtime, tooLarge: (http: HttpContext) => Response) => {
  const routes = new Hono()
  routes.post('/upload', async http => {
    if (Number(http.req.header('content-length') ?? 0) > largest) return tooLarge(http)
    return http.json(envelope('200', await receive(runtime, http), runtime.requestIdOf(http)))
  })
  routes.get('/files/*', http => serveFile(runtime, http))
  return routes
}
