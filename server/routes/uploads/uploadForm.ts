import type { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'

import { Busboy, type BusboyInstance } from '@fastify/busboy'
import type { Context as HttpContext } from 'hono'

import { ApiError, WrongMediaType } from '../../context/apiError.ts'

type Fields = Readonly<Record<string, string>>

/** The fields before the file, the file's stream, the end of the form, and a function that stops reading. */
export type UploadForm = {
  fields: Fields
  file: () => Promise<Readable>
  ended: Promise<void>
  leave: () => void
}

const limits = { fields: 10, files: 1, fieldSize: 4000, fieldNameSize: 100, headerPairs: 20 }
const incompleteForm = () => new ApiError('4000', '上传的内容不完整，请重试')
const invalidForm = () => new ApiError('4000', '上传的内容不正确')

/** Collects fields; an unknown field, a repeated one or one after the file makes the form invalid. */
const collectFields = (parser: BusboyInstance, names: readonly string[]) => {
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
    throw incompleteForm()
  }
}

/** Bytes allowed before the file, when the sender is not known yet. */
const maxBytesBeforeFile = 64 * 1024

/** Hono's body limit would collect a body of unknown length in memory before passing it on. */
const limitBytes = (maxBytes: number, state: { hasFile: boolean }) =>
  async function* (pieces: AsyncIterable<Uint8Array>) {
    let size = 0
    for await (const piece of pieces) {
      if (!state.hasFile && size > maxBytesBeforeFile) throw invalidForm()
      size += piece.length
      if (size > maxBytes) throw incompleteForm()
      yield piece
    }
  }

/**
 * Reads a post policy's form up to the last of its named fields, so that the sender and the right are known
 * before the file arrives. `ended` rejects when the form breaks off or continues after the file.
 */
export const openUploadForm = async (
  http: HttpContext,
  { most: maxBytes, names }: { most: number; names: readonly string[] },
): Promise<UploadForm> => {
  const parser = parserFor(http)
  const { fields, state } = collectFields(parser, names)
  const fileArrival = Promise.withResolvers<Readable>()
  const fieldsComplete = Promise.withResolvers<void>()
  parser.on('field', () => {
    if (state.isSpoilt || fields.size === names.length) fieldsComplete.resolve()
  })
  parser.once('file', (name, file) => {
    state.hasFile = true
    file.on('error', () => {})
    if (name !== 'file') state.isSpoilt = true
    fileArrival.resolve(file)
    fieldsComplete.resolve()
  })
  const { body } = http.req.raw
  const stopController = new AbortController()
  const parsing = body
    ? pipeline(body, limitBytes(maxBytes, state), parser, { signal: stopController.signal })
    : Promise.reject(incompleteForm())
  const ended = parsing.then(
    () => {
      if (state.isSpoilt) throw invalidForm()
    },
    (error: unknown) => {
      throw error instanceof ApiError ? error : incompleteForm()
    },
  )
  // Handled by whoever awaits it; until then it must not count as an unhandled rejection.
  ended.catch(() => {})
  // When the form breaks off, its file must be destroyed explicitly.
  ended.catch(async (error: Error) => (await fileArrival.promise).destroy(error))
  const stopReading = () => stopController.abort()
  const file = async () => {
    const arrivedFile = await Promise.race([fileArrival.promise, ended.then(() => null)])
    if (arrivedFile && !state.isSpoilt) return arrivedFile
    throw invalidForm()
  }
  await Promise.race([fieldsComplete.promise, ended])
  if (state.isSpoilt) {
    stopReading()
    throw invalidForm()
  }
  return { fields: Object.fromEntries(fields), file, ended, leave: stopReading }
}
