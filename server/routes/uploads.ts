import { type Context as HttpContext, Hono } from 'hono'
import { bodyLimit } from 'hono/body-limit'
import { z } from 'zod'

import { uploadLimits, type uploads } from '../../resources/uploads.ts'
import type { Caller } from '../context.ts'
import { envelope, type Handlers } from '../implement.ts'
import { invalid, Refusal } from '../refusal.ts'
import { WrongMediaType } from '../request.ts'
import type { Runtime } from '../runtime.ts'
import { checkQuota, keepFile, newKey } from '../services/files.ts'
import { extensions, redraw } from '../services/images.ts'
import { isSignedBy, sign } from '../services/secrets.ts'
import { callerOf } from '../session.ts'

// The form of OSS PostObject: the policy that the server signs says all that a browser may send. The embedded store
// checks the same policy on its own path, so that a bucket takes its place without another client.

const lifeMs = 5 * 60_000
const host = '/api/upload'
const scenes = z.enum(['avatar', 'office', 'article', 'video', 'asset'])

/** Portraits are stored as WebP, whatever they come as. */
const extensionOf = (scene: z.output<typeof scenes>, mime: string) =>
  scene === 'avatar' ? 'webp' : extensions[mime]!

export const uploadHandlers: Handlers<typeof uploads.calls> = {
  ossSign: async ({ scene, size, mime }, { caller, db, database, now }) => {
    const { maxSize, mimes } = uploadLimits[scene]
    if (maxSize === 0) throw new Refusal('4031', '暂不支持上传视频,请填写视频地址')
    if (!mimes.includes(mime)) throw invalid({ mime: '支持 JPG/PNG/WebP' })
    if (size > maxSize) throw invalid({ size: `文件不能超过${maxSize / 1024 / 1024}MB` })
    await checkQuota(db, caller, size)
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
  file: z.file(),
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

const readForm = async (http: HttpContext) => {
  if (!http.req.header('content-type')?.toLowerCase().startsWith('multipart/form-data'))
    throw new WrongMediaType()
  const sent = await http.req.formData().catch(() => {
    throw new Refusal('4000', '上传的内容不完整,请重试')
  })
  const names = [...sent.keys()]
  const parsed = form.safeParse(Object.fromEntries(sent))
  if (!parsed.success || new Set(names).size !== names.length) throw new Refusal('4000', '上传的内容不正确')
  return parsed.data
}

/** What the signature allows, and whose it is; a dead session has no living signature. */
const allowed = async ({ database, now }: Runtime, sent: z.output<typeof form>) => {
  const { policy, signature, OSSAccessKeyId, key, file } = sent
  const expired = new Refusal('4030', '上传授权无效或已过期,请重新选择文件')
  if (!(await isSignedBy(database, 'upload', `${OSSAccessKeyId}\n${policy}`, signature))) throw expired
  const { expiration, conditions } = policyShape.parse(JSON.parse(Buffer.from(policy, 'base64').toString()))
  const [[, , signedKey], [, , mime], [, , scene], [, , maxSize]] = conditions
  if (expiration <= now() || key !== signedKey) throw expired
  if (file.size < 1 || file.size > maxSize) throw new Refusal('4000', '文件大小与申请的不一致,请重新选择')
  const [firmId, sessionId] = OSSAccessKeyId.split('-').map(Number) as [number, number]
  const caller: Caller | null = await database.read(firmId, db => callerOf(db, sessionId, now()))
  if (!caller) throw new Refusal('4003')
  return { caller, mime, scene }
}

const receive = async (runtime: Runtime, http: HttpContext) => {
  runtime.refuseWhenDiskIsLow()
  const sent = await readForm(http)
  const { caller, mime, scene } = await allowed(runtime, sent)
  const { key, file } = sent
  const extension = key.slice(key.lastIndexOf('.') + 1)
  const { bytes, width, height } = await redraw(new Uint8Array(await file.arrayBuffer()), {
    mime,
    extension,
    box: uploadLimits[scene].box,
  })
  const stored = Object.keys(extensions).find(it => extensions[it] === extension)!
  await keepFile(runtime.database, runtime.services.storage, caller, { key, scene, mime: stored, bytes })
  return { url: `/api/files/${key}`, key, size: bytes.length, mime: stored, w: width, h: height }
}

const largest = Math.max(...Object.values(uploadLimits).map(it => it.maxSize)) + 64 * 1024

const serveFile = async ({ services, requestIdOf }: Runtime, http: HttpContext) => {
  // As it came: no name of ours has anything to decode.
  const path = http.req.path.slice('/api/files/'.length)
  const file = await services.storage.read(path)
  // A status of its own, so that a browser shows no picture instead of a broken one.
  if (!file) return http.json(envelope('4040', {}, requestIdOf(http)), 404)
  const isPicture = Object.hasOwn(extensions, file.mime)
  return http.body(new Uint8Array(file.bytes), 200, {
    'Content-Type': isPicture ? file.mime : 'application/octet-stream',
    'Content-Disposition': isPicture ? 'inline' : 'attachment',
    'Content-Security-Policy': "default-src 'none'; sandbox",
    'Cross-Origin-Resource-Policy': 'cross-origin',
    // A name is random and never written twice.
    'Cache-Control': 'public, max-age=31536000, immutable',
  })
}

/** The embedded store: no calls of the envelope's kind, but its refusals travel in one. */
export const storeRoutes = (runtime: Runtime, tooLarge: (http: HttpContext) => Response) => {
  const routes = new Hono()
  routes.post('/upload', bodyLimit({ maxSize: largest, onError: tooLarge }), async http =>
    http.json(envelope('200', await receive(runtime, http), runtime.requestIdOf(http))),
  )
  routes.get('/files/*', http => serveFile(runtime, http))
  return routes
}
