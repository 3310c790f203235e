import type { Addition } from '../../../providers/backend/additions.ts'
import { callAddition } from '../../../providers/call.ts'
import type { Kind } from './kind.ts'

/** Whose draft it is: of an article, or of a new one of a kind. */
export type DraftTarget = { kind: Kind; articleId?: number }

export type DraftValues = Readonly<Record<string, unknown>>

type Draft = {
  keeping: Addition<'articles.keepDraft'>
  target: DraftTarget
  /** Of the article that is changed; null for a new one. */
  version: number | null
  values: DraftValues
}

/** Sends the drafts of one page. Each names the draft it replaces, so that two windows do not overwrite each other. */
export const createDraftSender = () => {
  let previousSavedAt: string | null = null
  let sent: DraftValues | null = null
  /** Their answer never came: they may have arrived all the same. */
  let unanswered: DraftValues | null = null

  const keep = async ({ keeping, target, version, values }: Draft) => {
    unanswered = values
    const input = { ...target, values: JSON.stringify(values), since: previousSavedAt }
    const answer = await callAddition(keeping, { ...input, ...(version !== null && { version }) })
    unanswered = null
    previousSavedAt = answer.savedAt
    return answer
  }
  return {
    isSent: (values: DraftValues) => values === sent,
    send: async (draft: Draft) => {
      // Sent again, the same values tell that the draft on the server is this window's own.
      if (unanswered && unanswered !== draft.values) await keep({ ...draft, values: unanswered })
      const answer = await keep(draft)
      sent = draft.values
      return answer
    },
    /** The next draft replaces the one saved then; null where there is none. */
    follow: (savedAt: string | null) => {
      previousSavedAt = savedAt
      sent = null
    },
    /** The article itself was saved, and its draft is gone. */
    reset: () => {
      previousSavedAt = null
      unanswered = null
    },
  }
}
