import { strToU8, Zip, ZipDeflate, ZipPassThrough } from 'fflate'

import type { Context } from '../../context/context.ts'
import { type DataPart, ownDataParts, uploadsOf } from './ownData.ts'

const end = new Uint8Array()

/** A JSON array, written a portion of rows at a time. */
async function* jsonOf({ rows }: DataPart) {
  let before = '['
  for await (const portion of rows())
    for (const row of portion) {
      yield strToU8(`${before}\n${JSON.stringify(row)}`)
      before = ','
    }
  yield strToU8(before === '[' ? '[]\n' : '\n]\n')
}

/**
 * The archive of the caller's data: a JSON file for each kind and the uploads, written as fast as it is read. Only one
 * portion of rows or one piece of a file is in memory at a time.
 */
export async function* ownArchive(context: Context) {
  const { database, firmId, services } = context
  let readyChunks: Uint8Array[] = []
  const zip = new Zip((error, chunk) => {
    if (error) throw error
    readyChunks.push(chunk)
  })
  const taken = () => {
    const chunks = readyChunks
    readyChunks = []
    return chunks
  }
  async function* add(part: ZipDeflate | ZipPassThrough, pieces: AsyncIterable<Uint8Array>) {
    zip.add(part)
    for await (const piece of pieces) {
      part.push(piece)
      yield* taken()
    }
    part.push(end, true)
    yield* taken()
  }
  for (const part of ownDataParts(context))
    yield* add(new ZipDeflate(`${part.name}.json`, { level: 6 }), jsonOf(part))
  for (const { path } of await database.read(firmId, db => uploadsOf(db, context))) {
    const file = await services.storage.open(path)
    // An upload that is not finished, or whose file was removed meanwhile.
    if (!file || file.size === 0) continue
    yield* add(new ZipPassThrough(`files/${path.replaceAll('/', '-')}`), file.bytes(0, file.size - 1))
  }
  zip.end()
  yield* taken()
}
