import type { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import type { ReadableStream } from 'node:stream/web'

import { Busboy, type BusboyInstance } from '@fastify/busboy'
import type { Context as HttpContext } from 'hono'

import { Refusal } from './refusal.ts'
import { WrongMediaType } from './request.ts'

type Fields = Readonly<Record<string, string>>

/** What comes before the file, the file as it arrives, and how the form ended. */
export type UploadForm = { fields: Fields; file: Readable; ended: Promise<void> }

const limits = { fields: 10, files: 1, fieldSize: 4000, fieldNameSize: 100, headerPairs: 20 }
const broken = () => new Refusal('4000', '上传的内容不完整,请重试')
const incorrect = () => new Refusal('4000', '上传的内容不正确')

/** Collects fields; a name that comes twice, or anything after the file, spoils the form. */
const collect = (parser: BusboyInstance) => {
  const fields = new Map<string, string>()
  const state = { isSpoilt: false, hasFile: false }
  parser.on('field', (name, value, nameCut, valueCut) => {
    if (fields.has(name) || state.hasFile || nameCut || valueCut) state.isSpoilt = true
    fields.set(name, value)
  })
  for (const limit of ['fieldsLimit', 'filesLimit', 'partsLimit'] as const)
    parser.on(limit, () => {
      state.isSpoilt = true
    })
  return { fields, state }
}

const parserFor = (http: HttpContext) => {
  const type = http.req.header('content-type')
  if (!type?.toLowerCase().startsWith('multipart/form-data')) throw new WrongMediaType()
  try {
    return new Busboy({ headers: { 'content-type': type }, limits })
  } catch {
    throw broken()
  }
}

/** Hono's limit would collect a body of unsaid length in memory before it is handed on. */
const upTo = (most: number) =>
  async function* (pieces: AsyncIterable<Uint8Array>) {
    let size = 0
    for await (const piece of pieces) {
      size += piece.length
      if (size > most) throw broken()
      yield piece
    }
  }

/**
 * Reads the form of a post policy up to the beginning of its file: who sends it, and whether he may, is known before a
 * byte of the file is kept. `ended` fails when the form breaks off or goes on after the file.
 */
export const openUploadForm = async (http: HttpContext, most: number): Promise<UploadForm> => {
  const parser = parserFor(http)
  const { fields, state } = collect(parser)
  const arrived = new Promise<[name: string, file: Readable]>(resolve => {
    parser.once('file', (name, file) => resolve([name, file]))
  })
  const body = http.req.raw.body as ReadableStream<Uint8Array> | null
  const parsed = body ? pipeline(body, upTo(most), parser) : Promise.reject(broken())
  const ended = parsed.then(
    () => {
      if (state.isSpoilt) throw incorrect()
    },
    (error: unknown) => {
      throw error instanceof Refusal ? error : broken()
    },
  )
  // Whoever asks for it hears of it; until then it is no failure of the process.
  ended.catch(() => {})
  const first = await Promise.race([arrived, ended.then(() => null)])
  if (!first) throw incorrect()
  const [name, file] = first
  state.hasFile = true
  // A form that breaks off does not end its file by itself.
  ended.catch((error: Error) => file.destroy(error))
  file.on('error', () => {})
  if (name !== 'file' || state.isSpoilt) {
    file.resume()
    throw incorrect()
  }
  return { fields: Object.fromEntries(fields), file, ended }
}
