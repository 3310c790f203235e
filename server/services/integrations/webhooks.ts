import { createHmac } from 'node:crypto'
import type { IncomingMessage } from 'node:http'

import type { Services, WebhookRequest } from '../../context/services.ts'
import { isInternalUrl, requestOutside } from './outsideRequest.ts'

/** Time for a whole delivery, in milliseconds. */
const TIMEOUT_MS = 10_000
/** The part of an answer that is kept; the rest is not read. */
const ANSWER_BYTES = 1024

/** The signature of Standard Webhooks (HMAC-SHA256) for a secret `whsec_…`. */
const signatureOf = (secret: string, signed: string) => {
  const key = Buffer.from(secret.replace(/^whsec_/, ''), 'base64')
  return `v1,${createHmac('sha256', key).update(signed).digest('base64')}`
}

type Config = { isPrivateWebhookAllowed: boolean; timeoutMs?: number }

/** Reads an answer up to the part that is kept. */
const readAnswer = async (response: IncomingMessage): Promise<string> => {
  const pieces: Buffer[] = []
  let size = 0
  for await (const piece of response) {
    const bytes = Buffer.from(piece)
    pieces.push(bytes)
    size += bytes.length
    if (size >= ANSWER_BYTES) break
  }
  return Buffer.concat(pieces).subarray(0, ANSWER_BYTES).toString('utf8')
}

const headersOf = ({ id, secret, body }: WebhookRequest, now: Date) => {
  const timestamp = String(Math.floor(now.getTime() / 1000))
  return {
    'content-type': 'application/json',
    'content-length': Buffer.byteLength(body),
    'user-agent': 'tenant-admin-webhooks',
    'webhook-id': id,
    'webhook-timestamp': timestamp,
    'webhook-signature': signatureOf(secret, `${id}.${timestamp}.${body}`),
  }
}

/** Why nothing is sent to an address, unless the environment allows internal networks. */
const internalRefusal = (url: URL): string | null => {
  if (url.protocol !== 'https:') return '请输入以 https:// 开头的地址'
  return isInternalUrl(url) ? '不能推送到内部网络的地址' : null
}

export const createWebhookSender = ({
  isPrivateWebhookAllowed,
  timeoutMs = TIMEOUT_MS,
}: Config): Services['webhooks'] => ({
  refusalOf: text => {
    const url = URL.parse(text)
    if (!url || !/^https?:$/.test(url.protocol)) return '请输入以 https:// 开头的地址'
    if (url.username || url.password) return '地址不能包含用户名和密码'
    return isPrivateWebhookAllowed ? null : internalRefusal(url)
  },
  post: (sending, now, signal) =>
    requestOutside(
      new URL(sending.url),
      {
        method: 'POST',
        headers: headersOf(sending, now),
        body: sending.body,
        signal: AbortSignal.any([AbortSignal.timeout(timeoutMs), ...(signal ? [signal] : [])]),
        isPrivateAllowed: isPrivateWebhookAllowed,
      },
      async response => ({ status: response.statusCode ?? 0, answer: await readAnswer(response) }),
    ),
})
