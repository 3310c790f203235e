import type { registry } from '../resources/index.ts'
import type { UploadScene } from '../resources/domain/uploadScene.ts'
import { lastCharacters, toHalfWidth, type OutputOf } from '../resources/kit/index.ts'
import { call } from './call.ts'
import { CallError } from './envelope.ts'
import { isPlainObject } from '../resources/kit/objects.ts'
import { apiBase, connectionFailure, inSession, openAnswer } from './request.ts'

/**
 * The answer of GET /auth/ossSign: the post policy of an object store, or of the product's own store in the same
 * format.
 */
type Signature = OutputOf<(typeof registry)['uploads.ossSign']>

/** Receives the sent share of a file, from 0 to 1. */
export type ReportProgress = (share: number) => void

/** Throws the error of a refused upload. The refusal names a field; its message becomes the message of the error. */
export const throwUploadRefusal = (error: unknown) => {
  const [sentence] = error instanceof CallError ? Object.values(error.body.errors ?? {}) : []
  throw sentence ? new CallError({ code: '4220', message: sentence }) : error
}

const formOf = ({ key, policy, signature, accessid, successStatus }: Signature, file: Blob, name: string) => {
  const form = new FormData()
  const parts = {
    key,
    policy,
    OSSAccessKeyId: accessid,
    signature,
    success_action_status: String(successStatus),
  }
  for (const [part, value] of Object.entries(parts)) form.append(part, value)
  // The file must come last: an object store ignores form fields after it.
  form.append('file', file, name)
  return form
}

type UploadRequest = {
  method: 'POST' | 'PUT'
  address: string
  body: FormData | Blob
  headers?: Readonly<Record<string, string>>
}

type ReportBytes = (bytes: number, total: number) => void

/**
 * Sends a request by XMLHttpRequest, because fetch does not report progress. Resolves to the answer, whatever its
 * status; rejects with a `CallError`, or with an AbortError if the signal aborts.
 */
const sendWithProgress = (
  { method, address, body, headers = {} }: UploadRequest,
  progress: ReportBytes,
  signal: AbortSignal,
) =>
  new Promise<{ text: string; status: number }>((resolve, reject) => {
    const request = new XMLHttpRequest()
    request.open(method, new URL(address, location.href).href)
    for (const [name, value] of Object.entries(headers)) request.setRequestHeader(name, value)
    request.upload.onprogress = ({ loaded, total, lengthComputable }) => {
      if (lengthComputable) progress(loaded, total)
    }
    request.onload = () => resolve({ text: request.responseText, status: request.status })
    request.onerror = () => reject(connectionFailure())
    request.onabort = () => reject(new DOMException('aborted', 'AbortError'))
    signal.addEventListener('abort', () => request.abort(), { once: true })
    request.send(body)
  })

/** The product's own store serves files below the API path, other stores from their own host. */
const addressOf = ({ host, key }: Signature) =>
  host.startsWith('/') ? `${apiBase}/files/${key}` : `${host.replace(/\/$/, '')}/${key}`

/** Sends bytes to the back-end and returns the data of its answer. */
export const sendToBackend = (
  { method, address, body }: UploadRequest,
  progress: ReportBytes,
  signal: AbortSignal,
): Promise<unknown> =>
  inSession(`${method} ${address.split('?')[0]}`, async token => {
    const request = { method, address, body, ...(token && { headers: { Token: token } }) }
    const { text, status } = await sendWithProgress(request, progress, signal)
    return openAnswer(text, status)
  })

/** Sends a form to an object store, whose answer says nothing but its status. */
const sendToStore = async (request: UploadRequest, progress: ReportBytes, signal: AbortSignal) => {
  const { status } = await sendWithProgress(request, progress, signal)
  if (status < 200 || status >= 300) throw new CallError({ code: '-1', message: '上传失败，请重试' })
}

/** Uploads a file to the store of its scene and returns its address; rejects with a `CallError`. */
export const upload = async (
  file: Blob,
  {
    scene,
    name,
    progress,
    signal,
  }: { scene: UploadScene; name: string; progress: ReportProgress; signal: AbortSignal },
): Promise<string> => {
  const input = { scene, filename: lastCharacters(toHalfWidth(name), 100), size: file.size, mime: file.type }
  const sign = await call('uploads.ossSign', input, { signal }).catch(throwUploadRefusal)
  const sent = { method: 'POST', address: sign.host, body: formOf(sign, file, name) } as const
  // The product's own store, which is part of the back-end, answers in the envelope.
  const sendTo = sign.host.startsWith('/') ? sendToBackend : sendToStore
  const answer = await sendTo(sent, (bytes, total) => progress(bytes / total), signal)
  return isPlainObject(answer) && typeof answer['url'] === 'string' ? answer['url'] : addressOf(sign)
}
