import { createHash, createHmac, randomBytes } from 'node:crypto'
import { appendFile, mkdir, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'

import { z } from 'zod'

import type { ServerConfig } from './config.ts'

// What vouches for the log and never comes near the database (promise Q44): a key, and where the log had come to.

type Seal = { key: string; anchors: string }

const anchorShape = z.object({
  at: z.string(),
  firmId: z.int(),
  seq: z.int(),
  hash: z.string(),
  mac: z.string(),
})
export type Anchor = z.output<typeof anchorShape>

let seal: Seal | undefined
/** Of this process. Without one, as in a test that starts no process, rows are chained without a key. */
export const useSeal = (given: Seal | undefined): void => {
  seal = given
}
export const sealOf = (): Seal | undefined => seal

const signed = ({ key }: Seal, text: string) => createHmac('sha256', key).update(text).digest('hex')
/** Tells a row of another key from a row that was changed. */
export const keyName = ({ key }: Seal) =>
  createHash('sha256').update(`name\n${key}`).digest('hex').slice(0, 8)

export const sealedHash = (text: string): string =>
  seal ? `${keyName(seal)}:${signed(seal, text)}` : createHash('sha256').update(text).digest('hex')

/** Who signed: nobody, this process's key, or one that it does not have, by its name. */
export const signerOf = (hash: string): { by: 'nobody' | 'own' } | { by: 'other'; name: string } => {
  const [name = '', rest] = hash.split(':')
  if (rest === undefined) return { by: 'nobody' }
  return seal && name === keyName(seal) ? { by: 'own' } : { by: 'other', name }
}
export const plainHash = (text: string) => createHash('sha256').update(text).digest('hex')

const bodyOf = ({ at, firmId, seq, hash }: Omit<Anchor, 'mac'>) => `anchor\n${at}\n${firmId}\n${seq}\n${hash}`

/** One line, after all earlier ones. */
export const addAnchor = async (head: Omit<Anchor, 'mac'>): Promise<void> => {
  if (!seal) return
  const line = JSON.stringify({ ...head, mac: signed(seal, bodyOf(head)) })
  await appendFile(seal.anchors, `${line}\n`, { mode: 0o600, flush: true })
}

const parseAnchor = (line: string): Anchor | null => {
  try {
    return anchorShape.parse(JSON.parse(line))
  } catch {
    return null
  }
}

/** Those that this key signed, and how many lines are anything else. */
export const readAnchors = async (): Promise<{ anchors: Anchor[]; damaged: number }> => {
  if (!seal) return { anchors: [], damaged: 0 }
  const used = seal
  const text = await readFile(used.anchors, 'utf8').catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return ''
    throw error
  })
  const lines = text.split('\n').filter(it => it !== '')
  const anchors = lines
    .map(parseAnchor)
    .filter(it => it !== null)
    .filter(it => it.mac === signed(used, bodyOf(it)))
  return { anchors, damaged: lines.length - anchors.length }
}

const readKey = (file: string) =>
  readFile(file, 'utf8').catch((error: NodeJS.ErrnoException) => {
    if (error.code !== 'ENOENT') throw error
  })

/** AUDIT_KEY, which all processes on one database share, or a file in the data folder, made by the first that writes. */
export const openSeal = async (
  { auditKey, dataDir }: ServerConfig,
  isMaking: boolean,
): Promise<Seal | undefined> => {
  const anchors = join(dataDir, 'audit-anchors.jsonl')
  if (auditKey) return { key: auditKey, anchors }
  const file = join(dataDir, 'audit.key')
  if (isMaking) {
    await mkdir(dataDir, { recursive: true, mode: 0o700 })
    // Of two first starts at once the second reads the file of the first.
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
