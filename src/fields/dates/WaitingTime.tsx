import { useTranslate } from 'ra-core'

import { useSession } from '../../session/sessionContext.ts'
import { Chip } from '../../ui/Chip.tsx'
import { hasWaitedFor, waitingTimeText } from './waitingTime.ts'

/** Review time limit (审核时限) in hours, for firms that have not set one. */
const defaultReviewHours = 48

type Props = {
  since: string
  /** Whether the limit is exceeded, if the server says so. */
  isOverdue?: boolean
  /** Review time limit in hours, if the server's answer contains it. */
  hours?: number
  /** For table cells: shows only the duration. */
  isBrief?: boolean
}

/**
 * How long an item has been waiting for review, highlighted after the time limit and marked after twice the limit.
 */
export const WaitingTime = ({ since, isOverdue, isBrief = false, ...props }: Props) => {
  const translate = useTranslate()
  const { conf } = useSession()
  const hours = props.hours ?? conf.reviewHours ?? defaultReviewHours
  const time = waitingTimeText(since, translate)
  const waitingText = translate('等待%{waited}', { waited: time })
  const isLate = isOverdue ?? hasWaitedFor(since, hours)
  const isVeryLate = isLate && hasWaitedFor(since, 2 * hours)
  const title = isLate ? translate('已超过 %{hours} 小时的审核时限', { hours }) : undefined
  const tone = isVeryLate && isBrief ? 'is-very-late' : isLate ? 'is-late' : ''
  // In the first hour a table cell shows no duration.
  if (isBrief && !hasWaitedFor(since, 1)) return null
  return (
    <span className={`waited ${tone}`}>
      <span title={isBrief ? [waitingText, title].filter(Boolean).join(translate('，')) : title}>
        {isBrief ? time : waitingText}
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
