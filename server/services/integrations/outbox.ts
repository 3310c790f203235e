import { appendFile, mkdir } from 'node:fs/promises'
import { join } from 'node:path'

/** One JSON line each, for tests to read what a phone would have received. Never in production: config.ts refuses it. */
export const outbox =
  (dataDir: string, name: string) =>
  async (entry: object): Promise<void> => {
    const folder = join(dataDir, 'outbox')
    await mkdir(folder, { recursive: true })
    await appendFile(join(folder, `${name}.jsonl`), `${JSON.stringify(entry)}\n`)
  }
