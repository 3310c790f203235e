import type { z } from 'zod'

import type { rehearsals } from '../../../resources/settings/rehearsals.ts'

type Answer = z.output<typeof rehearsals.calls.review.output>

/**
 * What other rules would have changed, in the order in which it is told: reviews that were not needed, refused texts that
 * would have been published, changes that would have waited, edits of fields that would be locked, texts that would have been
 * stopped, texts in which more or less would have been found, decisions whose decider would have lacked the right, and those
 * that more people could have made.
 */
const effectNames = [
  'unneeded',
  'refused',
  'waiting',
  'locked',
  'stopped',
  'found',
  'gone',
  'lost',
  'gained',
] as const
type Effect = (typeof effectNames)[number]
/** The names of resources in the log. */
export type RehearsedType = 'cards' | 'articles' | 'lawyers'
/** A record that other rules would have treated otherwise. */
export type Example = {
  id: number
  name: string
  at: Date
  by: string | null
  fields?: readonly string[]
  text?: string | null
}

/** What could have had an effect: each effect is a part of these. */
const bases = {
  unneeded: 'review',
  refused: 'refusal',
  waiting: 'publication',
  locked: 'edit',
  stopped: 'text',
  found: 'text',
  gone: 'text',
  lost: 'decision',
  gained: 'decision',
} as const satisfies Record<Effect, string>
type Basis = (typeof bases)[Effect]

/** Maximum number of records that are named for each effect. */
const mostExamples = 20

/** Counts the effects of a rehearsal, with their latest examples. */
export const createTally = () => {
  const basesSeen = new Map<string, number>()
  const found = new Map<string, { count: number; examples: Example[] }>()
  const totals = { seen: 0, unlike: 0, isCut: false }
  return {
    totals,
    /** Notes one thing that could have been treated otherwise. */
    consider: (basis: Basis, type: RehearsedType) => {
      const key = `${basis} ${type}`
      basesSeen.set(key, (basesSeen.get(key) ?? 0) + 1)
    },
    add: (effect: Effect, type: RehearsedType, example: Example) => {
      const key = `${effect} ${type}`
      const entry = found.get(key) ?? { count: 0, examples: [] }
      entry.count += 1
      if (entry.examples.length < mostExamples) entry.examples.push(example)
      found.set(key, entry)
    },
    /** Records of a type are named only to a reader of all of them; to others they are counted. */
    answer: (isNamed: (type: RehearsedType) => boolean): Answer => ({
      effects: effectNames.flatMap(effect =>
        (['cards', 'articles', 'lawyers'] as const).flatMap(type => {
          const entry = found.get(`${effect} ${type}`)
          if (!entry) return []
          const named = isNamed(type) ? entry.examples : []
          const latestFirst = named.toSorted((a, b) => b.at.getTime() - a.at.getTime())
          const examples = latestFirst.map(({ fields = [], text, at, ...example }) => ({
            ...example,
            at: at.toISOString(),
            fields: [...fields],
            text: text ?? '',
          }))
          const of = basesSeen.get(`${bases[effect]} ${type}`) ?? entry.count
          return [{ effect, type, count: entry.count, of, examples }]
        }),
      ),
      seen: totals.seen,
      isCut: totals.isCut ? 1 : 0,
      unlike: totals.unlike,
    }),
  }
}
export type Tally = ReturnType<typeof createTally>
