import { readdir, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { brotliCompress, constants, gzip } from 'node:zlib'

const TEXT = /\.(?:html|js|css|svg|json|webmanifest|txt|map)$/
/** Below this the headers weigh more than what is saved. */
const LEAST_BYTES = 1_000

const quality = { params: { [constants.BROTLI_PARAM_QUALITY]: constants.BROTLI_MAX_QUALITY } }

const compress = async (path: string): Promise<void> => {
  const plain = await readFile(path)
  if (plain.length < LEAST_BYTES) return
  await writeFile(`${path}.br`, await promisify(brotliCompress)(plain, quality))
  await writeFile(`${path}.gz`, await promisify(gzip)(plain, { level: 9 }))
}

/** Beside each text file of the build its compressed forms, made once instead of at each request. */
export const precompress = async (folder: string): Promise<void> => {
  const names = await readdir(folder, { recursive: true })
  await Promise.all(names.filter(name => TEXT.test(name)).map(name => compress(join(folder, name))))
}

if (import.meta.main) await precompress(process.argv[2] ?? 'dist')
