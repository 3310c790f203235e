import { useShownLanguage } from '../../language/useLanguage.ts'
import { type ComponentProps, type ReactNode, useMemo } from 'react'

import { isSame } from '../../../resources/domain/sameness.ts'
import { type AnyRecord, type Field, kindOf } from '../../../resources/kit/index.ts'
import { Cell } from '../../fields/kinds.tsx'
import { lazyComponent } from '../../loading/lazyComponent.tsx'
import { comparableLines } from './comparableLines.ts'
import type { LineDiff as Lines } from './LineDiff.tsx'

import './history.css'

// The diff library is loaded on demand.
const LineDiff = lazyComponent<ComponentProps<typeof Lines> & { instead: ReactNode }>(
  () => import('./LineDiff.tsx').then(it => it.LineDiff),
  ({ instead }) => instead,
)

type Props = {
  field: Field
  record: AnyRecord
  before: unknown
  after: unknown
  side: 'before' | 'after'
}

/** One side of a changed field, with the differences to the other side marked. */
export const DiffSide = ({ field, record, before, after, side }: Props) => {
  const language = useShownLanguage()
  const lines = useMemo(
    () => ({
      before: comparableLines(field, before, language),
      after: comparableLines(field, after, language),
    }),
    [field, before, after, language],
  )
  const plainCell = <Cell field={field} value={side === 'before' ? before : after} record={record} isWhole />
  if (!lines.before || !lines.after) {
    const Mark = side === 'before' ? 'del' : 'ins'
    const isMarked = !kindOf(field).isPicture && !isSame(before, after)
    return isMarked ? <Mark className="compare-line">{plainCell}</Mark> : plainCell
  }
  return <LineDiff before={lines.before} after={lines.after} side={side} instead={plainCell} />
}
