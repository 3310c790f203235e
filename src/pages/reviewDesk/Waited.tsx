import { useTranslate } from 'ra-core'

import { Chip } from '../../fields/cells.tsx'
import { hasWaitedFor, waitedFor } from '../../review/waitedFor.ts'
import type { QueueRow } from './subject.ts'

type Props = {
  row: Pick<QueueRow, 'since' | 'isOverdue'>
  /** What the firm allows for a review. */
  slaHours: number
}

/** How long it waits: in a colour of its own past what the firm allows, and marked past twice of that. */
export const Waited = ({ row, slaHours }: Props) => {
  const translate = useTranslate()
  const waited = translate('等待%{waited}', { waited: waitedFor(row.since, translate) })
  if (row.isOverdue === 0) return <span className="caption">{waited}</span>
  return (
    <span className="desk-waited">
      <span title={translate('已超过 %{hours} 小时的审核时限', { hours: slaHours })}>{waited}</span>
      {hasWaitedFor(row.since, 2 * slaHours) && <Chip tone="bad">{translate('严重超时')}</Chip>}
    </span>
  )
}
