import type { Context as HttpContext } from 'hono'

import { envelope } from '../../context/envelope.ts'
import type { Runtime } from '../../context/runtime.ts'
import { openFile } from '../../services/files/files.ts'
import { imageExtensions } from '../../services/files/images.ts'

type Part = { from: number; to: number }

/** Shown in the page; anything else is offered for download. */
const isShown = (mime: string) => Object.hasOwn(imageExtensions, mime) || mime === 'video/mp4'

/** One range, as players ask for it; several at once are answered with the whole (RFC 9110, section 14.2). */
const rangeIn = (header: string | undefined, size: number): Part | 'whole' | 'outside' => {
  const [, first = '', last = ''] = /^bytes=(\d{0,15})-(\d{0,15})$/.exec(header ?? '') ?? []
  if (first === '' && last === '') return 'whole'
  if (first === '') {
    const from = Math.max(0, size - Number(last))
    return Number(last) === 0 ? 'outside' : { from, to: size - 1 }
  }
  const part = { from: Number(first), to: last === '' ? size - 1 : Math.min(Number(last), size - 1) }
  if (part.from >= size) return 'outside'
  return part.to < part.from ? 'whole' : part
}

const answer = (
  body: ReadableStream<Uint8Array<ArrayBuffer>> | null,
  status: number,
  headers: Record<string, string>,
) => new Response(body, { status, headers })

/** A file of the embedded store: to be looked at only, in parts where a player asks for one. */
export const serveFile = async (runtime: Runtime, http: HttpContext) => {
  // As it came: no name of ours has anything to decode.
  const path = http.req.path.slice(`${runtime.apiPath}/files/`.length)
  const file = await openFile(runtime, path)
  // A status of its own, so that a browser shows no picture instead of a broken one.
  if (!file) return http.json(envelope('4040', {}, runtime.requestIdOf(http)), 404)
  const { size, mime } = file
  const tag = `"${path.slice(path.lastIndexOf('/') + 1)}"`
  const headers = {
    'Content-Type': isShown(mime) ? mime : 'application/octet-stream',
    'Content-Disposition': isShown(mime) ? 'inline' : 'attachment',
    'Content-Security-Policy': "default-src 'none'; sandbox",
    'Cross-Origin-Resource-Policy': 'cross-origin',
    // A name is random and never written twice.
    'Cache-Control': 'public, max-age=31536000, immutable',
    'Accept-Ranges': 'bytes',
    ETag: tag,
  }
  const upon = http.req.header('if-range')
  const range = upon === undefined || upon === tag ? rangeIn(http.req.header('range'), size) : 'whole'
  if (range === 'outside') return answer(null, 416, { ...headers, 'Content-Range': `bytes */${size}` })
  const { from, to } = range === 'whole' ? { from: 0, to: size - 1 } : range
  const isAsked = http.req.raw.method === 'GET' && size > 0
  const whole = { ...headers, 'Content-Length': String(to - from + 1) }
  const body = isAsked ? file.bytes(from, to) : null
  if (range === 'whole') return answer(body, 200, whole)
  return answer(body, 206, { ...whole, 'Content-Range': `bytes ${from}-${to}/${size}` })
}
