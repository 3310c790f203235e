import { useMemo } from 'react'

import { diffWords } from './diffWords.ts'

const marks = { both: 'span', before: 'del', after: 'ins' } as const

/** What became of a text, in one text; one that was replaced whole stands before the other. */
export const WordDiff = ({ before, after }: { before: string; after: string }) => {
  const pieces = useMemo(() => diffWords(before, after), [before, after])
  const [first, second, ...more] = pieces
  if (first?.side === 'before' && second?.side === 'after' && more.length === 0)
    return (
      <>
        <del>{first.text}</del> → <ins>{second.text}</ins>
      </>
    )
  return pieces.map(({ text, side }, index) => {
    const Mark = marks[side]
    // eslint-disable-next-line react/no-array-index-key -- pieces have no names and never move
    return <Mark key={index}>{text}</Mark>
  })
}
