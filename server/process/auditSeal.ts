import { createHash, createHmac, randomBytes } from 'node:crypto'
import { mkdir, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'

import type { ServerConfig } from './config.ts'

// The key that signs the log and stays outside the database (promise Q44).

/** The key, and the file of the anchors (anchors.ts). */
export type Seal = { key: string; anchors: string }

let currentSeal: Seal | undefined
/**
 * The seal of this process. Without one, as in tests that start no process, rows are chained without a key.
 */
export const useSeal = (newSeal: Seal | undefined): void => {
  currentSeal = newSeal
}
export const sealOf = (): Seal | undefined => currentSeal

const hmacOf = ({ key }: Seal, text: string) => createHmac('sha256', key).update(text).digest('hex')
/** Identifies a key, so that a row signed with another key can be told from a changed row. */
export const keyName = ({ key }: Seal) =>
  createHash('sha256').update(`name\n${key}`).digest('hex').slice(0, 8)

export const sealedHash = (text: string): string =>
  currentSeal
    ? `${keyName(currentSeal)}:${hmacOf(currentSeal, text)}`
    : createHash('sha256').update(text).digest('hex')

/** The signer of a hash: nobody, this process's key, or another key, given by its name. */
export const signerOf = (hash: string): { by: 'nobody' | 'own' } | { by: 'other'; name: string } => {
  const [name = '', rest] = hash.split(':')
  if (rest === undefined) return { by: 'nobody' }
  return currentSeal && name === keyName(currentSeal) ? { by: 'own' } : { by: 'other', name }
}
export const plainHash = (text: string) => createHash('sha256').update(text).digest('hex')

const readKey = (file: string) =>
  readFile(file, 'utf8').catch((error: NodeJS.ErrnoException) => {
    if (error.code !== 'ENOENT') throw error
  })

/**
 * Reads AUDIT_KEY, which all processes on one database share, or a key file in the data folder; the first
 * writing process creates the file.
 */
export const openSeal = async (
  { auditKey, dataDir }: ServerConfig,
  mayCreate: boolean,
): Promise<Seal | undefined> => {
  const anchors = join(dataDir, 'audit-anchors.jsonl')
  if (auditKey) return { key: auditKey, anchors }
  const file = join(dataDir, 'audit.key')
  if (mayCreate) {
    await mkdir(dataDir, { recursive: true, mode: 0o700 })
    // If two processes start for the first time at once, the second uses the file of the first.
    await writeFile(file, randomBytes(32).toString('base64url'), { mode: 0o600, flag: 'wx' }).catch(
      (error: NodeJS.ErrnoException) => {
        if (error.code !== 'EEXIST') throw error
      },
    )
  }
  const key = (await readKey(file))?.trim()
  if (key !== undefined && key.length < 32)
    throw new Error(`${file}: 日志密钥不完整，请从备份中恢复该文件；the key of the audit log is damaged`)
  return key === undefined ? undefined : { key, anchors }
}
