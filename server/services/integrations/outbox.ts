import { appendFile, mkdir } from 'node:fs/promises'
import { join } from 'node:path'

/**
 * Appends an entry to a file as one JSON line, for tests that read what a phone would have received. Never in
 * production: config.ts refuses it.
 */
export const outboxWriter =
  (dataDir: string, name: string) =>
  async (entry: object): Promise<void> => {
    const folder = join(dataDir, 'outbox')
    await mkdir(folder, { recursive: true })
    await appendFile(join(folder, `${name}.jsonl`), `${JSON.stringify(entry)}\n`)
  }
