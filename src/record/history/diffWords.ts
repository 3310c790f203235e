import { diffArrays } from 'diff'

import { splitIntoWords } from './words.ts'

type Piece = { text: string; side: 'both' | 'before' | 'after' }

/** So much of what did not change is left standing on both sides of a change. */
const context = 24

const shortened = (text: string, isFirst: boolean, isLast: boolean) => {
  const chars = [...text]
  if (chars.length <= context * 2 + 1) return text
  const start = isFirst ? '' : chars.slice(0, context).join('')
  const end = isLast ? '' : chars.slice(-context).join('')
  return `${start}…${end}`
}

/** Beyond this a comparison by words would keep the browser busy: both texts are shown as they are. */
const timeout = 300

/** Two texts as one, with the words that came and went; long stretches that stayed are cut short. */
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
    return { text: side === 'both' ? shortened(text, index === 0, index === parts.length - 1) : text, side }
  })
}
