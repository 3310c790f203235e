import type { Context as HttpContext } from 'hono'

import { envelope } from '../../context/envelope.ts'
import type { Runtime } from '../../context/runtime.ts'
import { openFile } from '../../services/files/files.ts'
import { imageExtensions } from '../../services/files/images.ts'

type ByteRange = { from: number; to: number }

/** Types that browsers display; anything else is offered for download. */
const isDisplayed = (mime: string) => Object.hasOwn(imageExtensions, mime) || mime === 'video/mp4'

/**
 * Parses a single range, as players request it; several ranges are answered with the whole file (RFC 9110,
 * section 14.2).
 */
const rangeIn = (header: string | undefined, size: number): ByteRange | 'whole' | 'outside' => {
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

const fileResponse = (
  body: ReadableStream<Uint8Array<ArrayBuffer>> | null,
  status: number,
  headers: Record<string, string>,
) => new Response(body, { status, headers })

/** Serves a file of the embedded store, in parts where a player asks for a range. */
export const serveFile = async (runtime: Runtime, http: HttpContext) => {
  // The path is not decoded, since the server's own names need no encoding.
  const path = http.req.path.slice(`${runtime.apiPath}/files/`.length)
  const file = await openFile(runtime, path)
  // HTTP status 404, so that a browser shows no picture instead of a broken one.
  if (!file) return http.json(envelope('4040', {}, runtime.requestIdOf(http)), 404)
  const { size, mime } = file
  const etag = `"${path.slice(path.lastIndexOf('/') + 1)}"`
  const headers = {
    'Content-Type': isDisplayed(mime) ? mime : 'application/octet-stream',
    'Content-Disposition': isDisplayed(mime) ? 'inline' : 'attachment',
    'Content-Security-Policy': "default-src 'none'; sandbox",
    'Cross-Origin-Resource-Policy': 'cross-origin',
    // Names are random and never reused, so the file may be cached forever.
    'Cache-Control': 'public, max-age=31536000, immutable',
    'Accept-Ranges': 'bytes',
    ETag: etag,
  }
  const ifRange = http.req.header('if-range')
  const range = ifRange === undefined || ifRange === etag ? rangeIn(http.req.header('range'), size) : 'whole'
  if (range === 'outside') return fileResponse(null, 416, { ...headers, 'Content-Range': `bytes */${size}` })
  const { from, to } = range === 'whole' ? { from: 0, to: size - 1 } : range
  const hasBody = http.req.raw.method === 'GET' && size > 0
  const bodyHeaders = { ...headers, 'Content-Length': String(to - from + 1) }
  const body = hasBody ? file.bytes(from, to) : null
  if (range === 'whole') return fileResponse(body, 200, bodyHeaders)
  return fileResponse(body, 206, { ...bodyHeaders, 'Content-Range': `bytes ${from}-${to}/${size}` })
}
