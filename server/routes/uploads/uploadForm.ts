import type { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'

import { Busboy, type BusboyInstance } from '@fastify/busboy'
import type { Context as HttpContext } from 'hono'

import { ApiError, WrongMediaType } from '../../context/apiError.ts'

type Fields = Readonly<Record<string, string>>

/** What stands before the file, the file as it arrives, how the form ended, and an end to all of it. */
export type UploadForm = {
  fields: Fields
  file: () => Promise<Readable>
  ended: Promise<void>
  leave: () => void
}

const limits = { fields: 10, files: 1, fieldSize: 4000, fieldNameSize: 100, headerPairs: 20 }
const broken = () => new ApiError('4000', '上传的内容不完整，请重试')
const incorrect = () => new ApiError('4000', '上传的内容不正确')

/** Collects fields; one that is not asked for, comes twice or after the file spoils the form. */
const collect = (parser: BusboyInstance, names: readonly string[]) => {
  const fields = new Map<string, string>()
  const state = { isSpoilt: false, hasFile: false }
  parser.on('field', (name, value, nameCut, valueCut) => {
    if (!names.includes(name) || fields.has(name) || state.hasFile || nameCut || valueCut)
      state.isSpoilt = true
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

/** So much may come before the file, and before anybody has said who sends it. */
const mostBefore = 64 * 1024

/** Hono's limit would collect a body of unsaid length in memory before it is handed on. */
const upTo = (most: number, state: { hasFile: boolean }) =>
  async function* (pieces: AsyncIterable<Uint8Array>) {
    let size = 0
    for await (const piece of pieces) {
      if (!state.hasFile && size > mostBefore) throw incorrect()
      size += piece.length
      if (size > most) throw broken()
      yield piece
    }
  }

/**
 * Reads the form of a post policy up to the last of its named fields: who sends it, and whether he may, is known before the
 * file comes. `ended` fails when the form breaks off or goes on after the file.
 */
export const openUploadForm = async (
  http: HttpContext,
  { most, names }: { most: number; names: readonly string[] },
): Promise<UploadForm> => {
  const parser = parserFor(http)
  const { fields, state } = collect(parser, names)
  const arrived = Promise.withResolvers<Readable>()
  const complete = Promise.withResolvers<void>()
  parser.on('field', () => {
    if (state.isSpoilt || fields.size === names.length) complete.resolve()
  })
  parser.once('file', (name, file) => {
    state.hasFile = true
    file.on('error', () => {})
    if (name !== 'file') state.isSpoilt = true
    arrived.resolve(file)
    complete.resolve()
  })
  const { body } = http.req.raw
  const leaving = new AbortController()
  const parsed = body
    ? pipeline(body, upTo(most, state), parser, { signal: leaving.signal })
    : Promise.reject(broken())
  const ended = parsed.then(
    () => {
      if (state.isSpoilt) throw incorrect()
    },
    (error: unknown) => {
      throw error instanceof ApiError ? error : broken()
    },
  )
  // Whoever asks for it hears of it; until then it is no failure of the process.
  ended.catch(() => {})
  // A form that breaks off does not end its file by itself.
  ended.catch(async (error: Error) => (await arrived.promise).destroy(error))
  const leave = () => leaving.abort()
  const file = async () => {
    const first = await Promise.race([arrived.promise, ended.then(() => null)])
    if (first && !state.isSpoilt) return first
    throw incorrect()
  }
  await Promise.race([complete.promise, ended])
  if (state.isSpoilt) {
    leave()
    throw incorrect()
  }
  return { fields: Object.fromEntries(fields), file, ended, leave }
}
