import { diffArrays } from 'diff'

import { splitIntoWords } from './words.ts'

type Piece = { text: string; side: 'both' | 'before' | 'after' }

/** Number of unchanged characters that are kept on each side of a change. */
const contextLength = 24

const shorten = (text: string, isFirst: boolean, isLast: boolean) => {
  const chars = [...text]
  if (chars.length <= contextLength * 2 + 1) return text
  const start = isFirst ? '' : chars.slice(0, contextLength).join('')
  const end = isLast ? '' : chars.slice(-contextLength).join('')
  return `${start}…${end}`
}

/** Milliseconds after which the comparison is given up and both texts are shown unmarked. */
const timeout = 300

/** Both texts as one sequence of unchanged, inserted and deleted pieces; long unchanged pieces are shortened. */
export const diffWords = (before: string, after: string): Piece[] => {
  const parts =
    before === '' || after === ''
      ? undefined
      : diffArrays(splitIntoWords(before), splitIntoWords(after), { timeout })
  if (!parts)
    return [
      ...(before ? [{ text: before, side: 'before' as const }] : []),
      ...(after ? [{ text: after, side: 'after' as const }] : []),
    ]
  return parts.map(({ value, added, removed }, index) => {
    const text = value.join('')
    const side = added ? 'after' : removed ? 'before' : 'both'
    return { text: side === 'both' ? shorten(text, index === 0, index === parts.length - 1) : text, side }
  })
}
