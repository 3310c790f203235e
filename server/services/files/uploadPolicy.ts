import { z } from 'zod'

import { ApiError } from '../../context/apiError.ts'
import type { Caller } from '../../context/context.ts'
import type { SignedSession } from '../../context/wire.ts'
import type { Runtime } from '../../context/runtime.ts'
import type { Database } from '../../db/connection/open.ts'
import { isSignedBy, signText } from '../identity/secrets.ts'

// The form of OSS PostObject: the signed policy states everything that the browser may send. The embedded
// store checks the same policy on its own path, so that a bucket can replace it without another client.

const lifeMs = 5 * 60_000
const scenes = z.enum(['avatar', 'office', 'article', 'video', 'asset'])
export type UploadGrant = { key: string; mime: string; scene: z.output<typeof scenes>; maxSize: number }

/** A policy for one file, signed and valid for five minutes. */
export const signPolicy = async (
  database: Database,
  { firmId, sessionId }: Caller,
  { key, mime, scene, maxSize }: UploadGrant,
  now: Date,
) => {
  const expiresAt = new Date(now.getTime() + lifeMs)
  const conditions = [
    ['eq', '$key', key],
    ['eq', '$content-type', mime],
    ['eq', '$x-oss-meta-scene', scene],
    ['content-length-range', 1, maxSize],
    ['eq', '$success_action_status', '200'],
  ]
  const policy = Buffer.from(JSON.stringify({ expiration: expiresAt.toISOString(), conditions })).toString(
    'base64',
  )
  const accessid = `${firmId}-${sessionId}`
  const signature = await signText(database, 'upload', `${accessid}\n${policy}`)
  return { policy, signature, accessid, expire: Math.floor(expiresAt.getTime() / 1000) }
}

const uploadFormSchema = z.strictObject({
  key: z.string().max(200),
  policy: z.string().max(2000),
  signature: z.string().max(100),
  OSSAccessKeyId: z.string().regex(/^[1-9]\d{0,8}-[1-9]\d{0,15}$/),
  success_action_status: z.literal('200'),
})

export const formFields = Object.keys(uploadFormSchema.shape)

// The policy was written by signPolicy, so its shape is certain once the signature has been verified.
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

/** What the signature allows, and the session that it was made for, with which it ends. */
export const verifyPolicy = async (
  { database, now }: Runtime,
  fields: unknown,
): Promise<{ grant: UploadGrant; session: SignedSession }> => {
  const parsedForm = uploadFormSchema.safeParse(fields)
  if (!parsedForm.success) throw new ApiError('4000', '上传的内容不正确')
  const { policy, signature, OSSAccessKeyId, key } = parsedForm.data
  const expired = new ApiError('4030', '上传授权无效或已过期，请重新选择文件')
  if (!(await isSignedBy(database, 'upload', `${OSSAccessKeyId}\n${policy}`, signature))) throw expired
  const { expiration, conditions } = policyShape.parse(JSON.parse(Buffer.from(policy, 'base64').toString()))
  const [[, , signedKey], [, , mime], [, , scene], [, , maxSize]] = conditions
  const remainingMs = expiration.getTime() - now().getTime()
  if (remainingMs <= 0 || remainingMs > lifeMs + 60_000 || key !== signedKey) throw expired
  const [firmId = 0, sessionId = 0] = OSSAccessKeyId.split('-').map(Number)
  return { grant: { key, mime, scene, maxSize }, session: { firmId, sessionId } }
}
