import { useMemo } from 'react'

import { diffWords } from './diffWords.ts'

const tagOfSide = { both: 'span', before: 'del', after: 'ins' } as const

/** Both versions in one text with insertions and deletions marked; if the whole text was replaced, old → new. */
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
    const Mark = tagOfSide[side]
    // eslint-disable-next-line react/no-array-index-key -- Pieces have no identity and never move.
    return <Mark key={index}>{text}</Mark>
  })
}
