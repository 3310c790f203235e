import type { CardField } from '../../../resources/cards/index.ts'
import { firmDay, momentOfFirm } from '../../../resources/kit/firmTime.ts'
import { invalid } from '../../context/apiError.ts'
import type { Context } from '../../context/context.ts'
import type { cards, LogDiff, ScheduledChange, StoredCardContent } from '../../db/tables.ts'
import { changedSince, differingCardFields, mergeContent, pickFields } from './content.ts'

// A change of a published card can be approved for a later day. Until then it is stored beside the card, and the
// public version stays; a job publishes it (services/jobs/cardEffects.ts).

type Card = Pick<typeof cards.$inferSelect, 'published' | 'scheduled' | 'effectiveAt'>

const dayMs = 86_400_000
/** Maximum number of days until a change becomes public. */
const mostDays = 366

/** The beginning of the day in the firm's time zone; throws for a day that is not later than today. */
export const effectiveMoment = ({ now }: Pick<Context, 'now'>, day: string): Date => {
  if (day <= firmDay(now)) throw invalid({ effectiveOn: '生效日期必须晚于今天' })
  const moment = momentOfFirm(day)
  if (moment.getTime() - now.getTime() > mostDays * dayMs)
    throw invalid({ effectiveOn: '生效日期最多在一年以后' })
  return moment
}

/** Why a change of this card cannot be scheduled; null if it can. */
export const schedulingError = ({ published, effectiveAt }: Omit<Card, 'scheduled'>) => {
  if (!published) return invalid({ effectiveOn: '首次发布不能指定生效日期，请直接发布' })
  return effectiveAt ? invalid({ effectiveOn: '已有待生效的修改，请先撤回或等它生效' }) : null
}

/** The columns of a change of a published card to `content` that becomes public at the beginning of `day`. */
export const scheduledColumns = (
  context: Context,
  { published }: Pick<Card, 'published'>,
  content: StoredCardContent,
  day: string,
): { effectiveAt: Date; scheduled: ScheduledChange } => {
  const fields = changedSince(content, published)
  return {
    effectiveAt: effectiveMoment(context, day),
    scheduled: {
      patch: pickFields(content, fields),
      before: pickFields(published ?? {}, fields),
      byId: context.caller.id,
      byName: context.caller.name,
    },
  }
}

/** The columns of a card without a scheduled change. */
export const nothingScheduled = { effectiveAt: null, scheduled: null }

type Scheduled = Pick<ScheduledChange, 'patch' | 'before'>

/** Names of the fields of a scheduled change. */
export const scheduledFieldsOf = (scheduled: Scheduled | null): CardField[] =>
  scheduled ? differingCardFields(scheduled.before, scheduled.patch) : []

/** The content to publish now, in which the values of a scheduled change are still the public ones. */
export const withoutScheduled = (
  { published, scheduled }: Pick<Card, 'published' | 'scheduled'>,
  content: StoredCardContent,
) => {
  if (!scheduled || !published) return content
  const other = differingCardFields(content, mergeContent(content, scheduled.patch))
  const held = scheduledFieldsOf(scheduled).filter(field => !other.includes(field))
  return mergeContent(content, pickFields(published, held))
}

/** Whether nothing in the content has changed except what is scheduled. */
export const isScheduledOnly = (
  { published, scheduled }: Pick<Card, 'published' | 'scheduled'>,
  content: StoredCardContent,
) => scheduled !== null && changedSince(content, mergeContent(published ?? {}, scheduled.patch)).length === 0

/**
 * The public version once the scheduled change holds, and the fields whose public values have changed since the approval
 * to something else. The change is applied as approved.
 */
export const effectOf = (published: StoredCardContent | null, scheduled: Scheduled) => {
  const { patch, before } = scheduled
  const present = pickFields(published ?? {}, scheduledFieldsOf(scheduled))
  const unequal = differingCardFields(present, patch)
  return {
    published: mergeContent(published ?? {}, patch),
    conflicts: differingCardFields(present, before).filter(field => unequal.includes(field)),
  }
}

/** For the log: the day from which a change is public. */
export const effectiveDiff = (before: string, after: string): LogDiff => [
  { field: 'effectiveOn', label: '生效日期', before, after, masked: 0 },
]
