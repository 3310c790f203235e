import { useMemo } from 'react'

import { diffLines, type Line } from './diffLines.ts'

const Side = ({ lines, isAfter }: { lines: readonly Line[]; isAfter: boolean }) => {
  const Mark = isAfter ? 'ins' : 'del'
  if (lines.length === 0) return <span className="cell-none">—</span>
  return lines.map(({ key, pieces }) => (
    <p key={key} className="compare-line">
      {pieces.map(({ text, isChanged }, index) =>
        // eslint-disable-next-line react/no-array-index-key -- Pieces have no identity and never move.
        isChanged ? <Mark key={index}>{text}</Mark> : <span key={index}>{text}</span>,
      )}
    </p>
  ))
}

type Props = { before: readonly string[]; after: readonly string[]; side: 'before' | 'after' }

/** One side of a comparison, with the words marked that the other side does not have. */
export const LineDiff = ({ before, after, side }: Props) => {
  const sides = useMemo(() => diffLines(before, after), [before, after])
  return <Side lines={sides[side]} isAfter={side === 'after'} />
}
