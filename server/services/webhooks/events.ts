import type { LogAction } from '../../../resources/domain/logVocabulary.ts'
import type { WebhookEvent } from '../../../resources/domain/webhookEvents.ts'
import { keysOf } from '../../../resources/kit/objects.ts'

type Occurrence = { action: LogAction; result?: 0 | 1; target?: { type: string } }

/** The entries of the log that are an event: their actions, and the kinds of records that they are about. */
const occurrences: Record<WebhookEvent, { actions: readonly LogAction[]; kinds: readonly string[] }> = {
  'card.published': { actions: ['publish', 'approve', 'show'], kinds: ['cards'] },
  'card.hidden': { actions: ['hide', 'delete'], kinds: ['cards'] },
  'article.published': { actions: ['publish', 'pass'], kinds: ['articles'] },
  'article.offline': { actions: ['offline', 'delete'], kinds: ['articles'] },
  'lawyer.created': { actions: ['create'], kinds: ['lawyers'] },
  'lawyer.updated': { actions: ['update', 'transfer', 'enable', 'disable'], kinds: ['lawyers'] },
  'lawyer.left': { actions: ['leave', 'delete'], kinds: ['lawyers'] },
  'office.updated': { actions: ['create', 'update', 'enable'], kinds: ['offices'] },
  'office.closed': { actions: ['close', 'disable'], kinds: ['offices'] },
  'review.submitted': { actions: ['submit'], kinds: ['cards', 'articles', 'lawyers'] },
  'review.decided': {
    actions: ['approve', 'reject', 'pass', 'refuse'],
    kinds: ['cards', 'articles', 'lawyers'],
  },
}

/** The events that an entry of the log is; a refused attempt is none. */
export const eventsOf = ({ action, result, target }: Occurrence): WebhookEvent[] => {
  if (!target || result === 0) return []
  return keysOf(occurrences).filter(name => {
    const { actions, kinds } = occurrences[name]
    return actions.includes(action) && kinds.includes(target.type)
  })
}
