import { appendFile, mkdir, readFile, rm, writeFile } from 'node:fs/promises'
import { dirname, extname, join } from 'node:path'
import { getMimeType } from 'hono/utils/mime'
import type { Config } from '../config.ts'
import { Refusal } from '../refusal.ts'
import type { Services } from './services.ts'

/** One JSON line each, for tests to read what a phone would have received. */
const outbox =
  (dataDir: string, name: string) =>
  async (entry: object): Promise<void> => {
    const folder = join(dataDir, 'outbox')
    await mkdir(folder, { recursive: true })
    await appendFile(join(folder, `${name}.jsonl`), `${JSON.stringify(entry)}\n`)
  }

const sms = ({ smsProvider, dataDir }: Config): Services['sms'] => {
  const write = outbox(dataDir, 'sms')
  return {
    send: (mobile, text, code) =>
      smsProvider === 'file' ? write({ mobile, text, code }) : Promise.reject(new Refusal('5030')),
  }
}

const captcha = (): Services['captcha'] => ({ create: () => Promise.reject(new Refusal('5030')) })

const storage = ({ dataDir }: Config): Services['storage'] => {
  const place = (path: string): string => join(dataDir, 'files', path)
  return {
    put: async (path, bytes) => {
      await mkdir(dirname(place(path)), { recursive: true })
      await writeFile(place(path), bytes, { flag: 'wx', flush: true })
    },
    read: async path => {
      const bytes = await readFile(place(path)).catch(() => null)
      return bytes && { bytes, mime: getMimeType(extname(path)) ?? 'application/octet-stream' }
    },
    remove: path => rm(place(path), { force: true }),
  }
}

export const createServices = (config: Config): Services => ({
  sms: sms(config),
  captcha: captcha(),
  storage: storage(config),
})
