import { useTranslate } from 'ra-core'

import { useSession } from '../shell/sessionContext.ts'
import { Chip } from './cells.tsx'
import { hasWaitedFor, waitedFor } from './waitedFor.ts'

/** 审核时限 of a firm that has set none. */
const usualHours = 48

type Props = {
  since: string
  /** What the server says, where it does. */
  isOverdue?: boolean
  /** What the firm allows for a review, where an answer says it. */
  hours?: number
  /** In a cell: the time alone, and no mark beside it. */
  isBrief?: boolean
}

/** How long something waits for a review: in a colour of its own past what the firm allows, and marked past twice of that. */
export const Waited = ({ since, isOverdue, isBrief = false, ...props }: Props) => {
  const translate = useTranslate()
  const { conf } = useSession()
  const hours = props.hours ?? conf.reviewHours ?? usualHours
  const time = waitedFor(since, translate)
  const waited = translate('等待%{waited}', { waited: time })
  const isLate = isOverdue ?? hasWaitedFor(since, hours)
  const isVeryLate = isLate && hasWaitedFor(since, 2 * hours)
  const title = isLate ? translate('已超过 %{hours} 小时的审核时限', { hours }) : undefined
  const tone = isVeryLate && isBrief ? 'is-very-late' : isLate ? 'is-late' : ''
  // Within the hour a row shows its state alone.
  if (isBrief && !hasWaitedFor(since, 1)) return null
  return (
    <span className={`waited ${tone}`}>
      <span title={isBrief ? [waited, title].filter(Boolean).join(translate('，')) : title}>
        {isBrief ? time : waited}
      </span>
      {isVeryLate &&
        (isBrief ? (
          <span className="hidden-text">{translate('严重超时')}</span>
        ) : (
          <Chip tone="bad">{translate('严重超时')}</Chip>
        ))}
    </span>
  )
}
