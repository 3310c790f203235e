import { useMemo } from 'react'

import { diffWords } from './diffWords.ts'

const marks = { both: 'span', before: 'del', after: 'ins' } as const

/** What became of a text, in one text. */
export const WordDiff = ({ before, after }: { before: string; after: string }) => {
  const pieces = useMemo(() => diffWords(before, after), [before, after])
  return pieces.map(({ text, side }, index) => {
    const Mark = marks[side]
    // eslint-disable-next-line react/no-array-index-key -- pieces have no names and never move
    return <Mark key={index}>{text}</Mark>
  })
}
