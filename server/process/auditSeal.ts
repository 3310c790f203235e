import { createHash, createHmac, randomBytes } from 'node:crypto'
import { appendFile, mkdir, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'

import { z } from 'zod'

import type { ServerConfig } from './config.ts'

// Two things that prove the log and stay outside the database (promise Q44): a key, and the anchors, which
// record how far the log had come.

type Seal = { key: string; anchors: string }

const anchorShape = z.object({
  at: z.string(),
  firmId: z.int(),
  seq: z.int(),
  hash: z.string(),
  mac: z.string(),
})
export type Anchor = z.output<typeof anchorShape>

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

const anchorTextOf = ({ at, firmId, seq, hash }: Omit<Anchor, 'mac'>) =>
  `anchor\n${at}\n${firmId}\n${seq}\n${hash}`

/** Appends one anchor as a line to the file. */
export const addAnchor = async (head: Omit<Anchor, 'mac'>): Promise<void> => {
  if (!currentSeal) return
  const line = JSON.stringify({ ...head, mac: hmacOf(currentSeal, anchorTextOf(head)) })
  await appendFile(currentSeal.anchors, `${line}\n`, { mode: 0o600, flush: true })
}

const parseAnchor = (line: string): Anchor | null => {
  try {
    return anchorShape.parse(JSON.parse(line))
  } catch {
    return null
  }
}

/** The anchors with a valid signature of this key, and the number of other lines. */
export const readAnchors = async (): Promise<{ anchors: Anchor[]; damaged: number }> => {
  if (!currentSeal) return { anchors: [], damaged: 0 }
  const seal = currentSeal
  const text = await readFile(seal.anchors, 'utf8').catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return ''
    throw error
  })
  const lines = text.split('\n').filter(it => it !== '')
  const anchors = lines
    .map(parseAnchor)
    .filter(it => it !== null)
    .filter(it => it.mac === hmacOf(seal, anchorTextOf(it)))
  return { anchors, damaged: lines.length - anchors.length }
}

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
