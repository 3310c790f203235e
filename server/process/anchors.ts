import { createHmac } from 'node:crypto'
import { createReadStream } from 'node:fs'
import { appendFile, open, readdir, rename, stat } from 'node:fs/promises'
import { basename, dirname, join } from 'node:path'
import { createInterface } from 'node:readline'

import { z } from 'zod'

import { type Seal, sealOf } from './auditSeal.ts'

// The anchors record outside the database how far each firm's log had come (promise Q44): one signed line each, in a
// file that only grows. A full file is renamed and another one begun; none is ever read as a whole into memory.

const anchorShape = z.object({
  at: z.string(),
  firmId: z.int(),
  seq: z.int(),
  hash: z.string(),
  mac: z.string(),
})
export type Anchor = z.output<typeof anchorShape>

/** Bytes after which the file is renamed, about 70,000 anchors. */
const fullBytes = 16 * 1024 * 1024
/** Bytes at the end of the file that the status page reads, about 4,000 anchors. */
const recentBytes = 1024 * 1024

const isMissing = (error: unknown) => error instanceof Error && 'code' in error && error.code === 'ENOENT'

const macOf = ({ key }: Seal, { at, firmId, seq, hash }: Omit<Anchor, 'mac'>) =>
  createHmac('sha256', key).update(`anchor\n${at}\n${firmId}\n${seq}\n${hash}`).digest('hex')

const parseLine = (line: string): unknown => {
  try {
    return JSON.parse(line)
  } catch {
    return null
  }
}

/** The anchor in a line; null where this key has not signed it. */
const anchorIn = (seal: Seal, line: string): Anchor | null => {
  const { data: anchor } = anchorShape.safeParse(parseLine(line))
  return anchor && anchor.mac === macOf(seal, anchor) ? anchor : null
}

const stemOf = (seal: Seal) => basename(seal.anchors, '.jsonl')

/** Renames the file once it is full. Of two processes with one folder, one renames it. */
const renameFull = async (seal: Seal, at: string) => {
  const size = await stat(seal.anchors).then(
    it => it.size,
    () => 0,
  )
  if (size < fullBytes) return
  const name = `${stemOf(seal)}-${at.replaceAll(/[:.]/g, '-')}.jsonl`
  await rename(seal.anchors, join(dirname(seal.anchors), name)).catch((error: unknown) => {
    if (!isMissing(error)) throw error
  })
}

/** Appends an anchor for each end of a log; on the disk when this resolves. */
export const addAnchors = async (heads: readonly Omit<Anchor, 'mac'>[]): Promise<void> => {
  const seal = sealOf()
  const [first] = heads
  if (!seal || !first) return
  await renameFull(seal, first.at)
  const lines = heads.map(head => `${JSON.stringify({ ...head, mac: macOf(seal, head) })}\n`)
  await appendFile(seal.anchors, lines.join(''), { mode: 0o600, flush: true })
}

/** The files of anchors, the oldest first. */
const anchorFiles = async (seal: Seal): Promise<string[]> => {
  const folder = dirname(seal.anchors)
  const names: string[] = await readdir(folder).catch(() => [])
  const full = names.filter(it => it.startsWith(`${stemOf(seal)}-`) && it.endsWith('.jsonl')).toSorted()
  return [
    ...full.map(it => join(folder, it)),
    ...(names.includes(basename(seal.anchors)) ? [seal.anchors] : []),
  ]
}

/** The anchors at the end of one file; the first line that is read may be cut. */
const tailOf = async (seal: Seal, path: string): Promise<Anchor[]> => {
  const file = await open(path, 'r').catch((error: unknown) => {
    if (isMissing(error)) return null
    throw error
  })
  if (!file) return []
  try {
    const { size } = await file.stat()
    const start = Math.max(0, size - recentBytes)
    const { buffer, bytesRead } = await file.read(Buffer.alloc(size - start), 0, size - start, start)
    const lines = buffer.toString('utf8', 0, bytesRead).split('\n')
    return (start > 0 ? lines.slice(1) : lines).flatMap(line => anchorIn(seal, line) ?? [])
  } finally {
    await file.close()
  }
}

/** The newest anchors, in their order: the ends of the present file and of the one before. */
export const recentAnchors = async (): Promise<Anchor[]> => {
  const seal = sealOf()
  if (!seal) return []
  const paths = (await anchorFiles(seal)).slice(-2)
  return (await Promise.all(paths.map(path => tailOf(seal, path)))).flat()
}

/** Every anchor with a valid signature of this key, line by line, and null for each other line. */
export const allAnchors = async function* (): AsyncGenerator<Anchor | null, void> {
  const seal = sealOf()
  if (!seal) return
  for (const path of await anchorFiles(seal))
    for await (const line of createInterface({ input: createReadStream(path), crlfDelay: Infinity }))
      if (line !== '') yield anchorIn(seal, line)
}
