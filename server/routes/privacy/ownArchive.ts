import { strToU8 } from 'fflate'

import type { Context } from '../../context/context.ts'
import { type ArchivedFile, zipStream } from '../../services/exports/zipStream.ts'
import { type DataPart, ownDataParts, uploadsOf } from './ownData.ts'

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

async function* filesOf(context: Context): AsyncGenerator<ArchivedFile> {
  const { database, firmId, services } = context
  for (const part of ownDataParts(context)) yield { path: `${part.name}.json`, pieces: jsonOf(part) }
  for (const { path } of await database.read(firmId, db => uploadsOf(db, context))) {
    const file = await services.storage.open(path)
    // An upload that is not finished, or whose file was removed meanwhile.
    if (!file || file.size === 0) continue
    const pieces = file.bytes(0, file.size - 1)
    yield { path: `files/${path.replaceAll('/', '-')}`, pieces, isCompressed: true }
  }
}

/** The archive of the caller's data: a JSON file for each kind, and the uploads. */
export const ownArchive = (context: Context) => zipStream(filesOf(context))
