import type { registry } from '../resources/index.ts'
import type { UploadScene } from '../resources/domain/uploadScene.ts'
import { halfWidth, type OutputOf } from '../resources/kit/index.ts'
import { call } from './call.ts'
import { CallError, openEnvelope, unreachable } from './envelope.ts'
import { isPlain } from '../resources/kit/objects.ts'
import { apiBase } from './request.ts'

/** What GET /auth/ossSign answers: an object store's post policy, or our own store under the same form. */
type Signature = OutputOf<(typeof registry)['uploads.ossSign']>

/** How much has been sent, from 0 to 1 or in bytes. */
export type Progress = (share: number) => void

/** A file that is too large or of another type is refused field by field; the sentence is what the user needs. */
export const refused = (error: unknown) => {
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
  // The policy ends with the file: what comes after it an object store ignores.
  form.append('file', file, name)
  return form
}

type Sent = {
  method: 'POST' | 'PUT'
  address: string
  body: FormData | Blob
  headers?: Readonly<Record<string, string>>
}

/** XMLHttpRequest, because fetch does not tell how much has been sent. */
export const sendWithProgress = (
  { method, address, body, headers = {} }: Sent,
  progress: (bytes: number, total: number) => void,
  signal: AbortSignal,
) =>
  new Promise<string>((resolve, reject) => {
    const request = new XMLHttpRequest()
    request.open(method, new URL(address, location.href).href)
    for (const [name, value] of Object.entries(headers)) request.setRequestHeader(name, value)
    request.upload.onprogress = ({ loaded, total, lengthComputable }) => {
      if (lengthComputable) progress(loaded, total)
    }
    request.onload = () =>
      request.status >= 200 && request.status < 300
        ? resolve(request.responseText)
        : reject(new CallError({ code: '-1', message: '上传失败，请重试' }))
    request.onerror = () => reject(new CallError(unreachable))
    request.onabort = () => reject(new DOMException('aborted', 'AbortError'))
    signal.addEventListener('abort', () => request.abort(), { once: true })
    request.send(body)
  })

/** Our own store keeps files under a path of ours; another one serves them from its host. */
const addressOf = ({ host, key }: Signature) =>
  host.startsWith('/') ? `${apiBase}/files/${key}` : `${host.replace(/\/$/, '')}/${key}`

/** Our own store answers in the envelope, so that it can say why it refuses. */
const checkAnswer = ({ host }: Signature, text: string) => {
  if (!host.startsWith('/')) return undefined
  const data = openEnvelope(text, 200)
  return isPlain(data) && typeof data['url'] === 'string' ? data['url'] : undefined
}

/** Puts one file into the store of its scene and answers its address. */
export const upload = async (
  file: Blob,
  {
    scene,
    name,
    progress,
    signal,
  }: { scene: UploadScene; name: string; progress: Progress; signal: AbortSignal },
): Promise<string> => {
  const input = { scene, filename: halfWidth(name).slice(-100), size: file.size, mime: file.type }
  const sign = await call('uploads.ossSign', input, { signal }).catch(refused)
  const sent = { method: 'POST', address: sign.host, body: formOf(sign, file, name) } as const
  const answer = await sendWithProgress(sent, (bytes, total) => progress(bytes / total), signal)
  return checkAnswer(sign, answer) ?? addressOf(sign)
}
