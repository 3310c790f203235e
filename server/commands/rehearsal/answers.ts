import { z } from 'zod'

import { isPlainObject } from '../../../resources/kit/objects.ts'

// Answers of the calls that read, as the database of one backup gives them, and the comparison of those of two releases.

/** By firm, call and input. An answer is the envelope's code with its data. */
export type RecordedAnswers = Record<string, { code: string; data?: unknown }>

export const answersFile = z.object({
  product: z.literal('tenant-admin'),
  format: z.literal(1),
  /** The version of the tables, and when the backup was made. */
  version: z.int(),
  backupAt: z.string(),
  answers: z.record(z.string(), z.object({ code: z.string(), data: z.unknown().optional() })),
})

type Kind = 'added' | 'removed' | 'changed'
type Difference = { call: string; field: string; kind: Kind; count: number }

/** Made anew for each request: what the asking itself was refused is in the log of the copy. */
const randomField = 'requestId'

const callOf = (key: string) => key.split(' ')[1] ?? key

/** Differences between two answers below a field; positions in lists are left out of its name. */
const differencesOf = function* (before: unknown, after: unknown, field: string): Generator<[string, Kind]> {
  if (isPlainObject(before) && isPlainObject(after)) {
    for (const name of new Set([...Object.keys(before), ...Object.keys(after)])) {
      if (name === randomField) continue
      const place = field === '' ? name : `${field}.${name}`
      if (!(name in after)) yield [place, 'removed']
      else if (!(name in before)) yield [place, 'added']
      else yield* differencesOf(before[name], after[name], place)
    }
    return
  }
  if (Array.isArray(before) && Array.isArray(after)) {
    if (before.length !== after.length) yield [`${field}[]`, 'changed']
    for (let at = 0; at < Math.min(before.length, after.length); at += 1)
      yield* differencesOf(before[at], after[at], `${field}[]`)
    return
  }
  if (JSON.stringify(before) !== JSON.stringify(after)) yield [field, 'changed']
}

/** The differences by call and field, without the values, which may be personal data. */
export const compareAnswers = (before: RecordedAnswers, after: RecordedAnswers): Difference[] => {
  const counts = new Map<string, Difference>()
  const note = (call: string, field: string, kind: Kind) => {
    const key = `${call}\n${field}\n${kind}`
    const known = counts.get(key) ?? { call, field, kind, count: 0 }
    counts.set(key, { ...known, count: known.count + 1 })
  }
  for (const key of new Set([...Object.keys(before), ...Object.keys(after)])) {
    const [earlier, later] = [before[key], after[key]]
    if (!later) note(callOf(key), '', 'removed')
    else if (!earlier) note(callOf(key), '', 'added')
    else if (earlier.code !== later.code) note(callOf(key), 'code', 'changed')
    else
      for (const [field, kind] of differencesOf(earlier.data, later.data, '')) note(callOf(key), field, kind)
  }
  return [...counts.values()]
}
