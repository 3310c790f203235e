import { mkdir, open, rename } from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { gzip } from 'node:zlib'

const compress = promisify(gzip)

/** File names begin with padded sequence numbers, so that they sort in the order of the chain. */
export const archiveName = (from: number, to: number, end = '') => {
  const padded = (seq: number) => String(seq).padStart(9, '0')
  return `${padded(from)}-${padded(to)}${end}.jsonl.gz`
}

/**
 * Writes the lines to a file that appears under its name only when it is complete on the disk; an existing
 * file is replaced by the same content.
 */
export const writeLogArchive = async (
  folder: string,
  firmId: number,
  name: string,
  lines: string,
): Promise<void> => {
  const place = join(folder, `firm${firmId}`)
  await mkdir(place, { recursive: true, mode: 0o700 })
  const part = join(place, `.${name}.part`)
  const file = await open(part, 'w', 0o600)
  try {
    await file.writeFile(await compress(lines))
    await file.sync()
  } finally {
    await file.close()
  }
  await rename(part, join(place, name))
}
