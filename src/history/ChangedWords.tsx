import { useMemo } from 'react'

import { changedWords } from './changedWords.ts'

const marks = { both: 'span', before: 'del', after: 'ins' } as const

/** What became of a text, in one text. */
export const ChangedWords = ({ before, after }: { before: string; after: string }) => {
  const pieces = useMemo(() => changedWords(before, after), [before, after])
  return pieces.map(({ text, side }, index) => {
    const Mark = marks[side]
    // eslint-disable-next-line react/no-array-index-key -- pieces have no names and never move
    return <Mark key={index}>{text}</Mark>
  })
}
