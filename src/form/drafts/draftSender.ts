import type { DraftStore, DraftValues } from './draftStore.ts'

type Draft = {
  keep: NonNullable<DraftStore['keep']>
  /** Of the record that is changed; null for a new one. */
  version: number | null
  values: DraftValues
}

/** Sends the drafts of one page. Each names the draft it replaces, so that two windows do not overwrite each other. */
export const createDraftSender = () => {
  let previousSavedAt: string | null = null
  let sent: DraftValues | null = null
  /** Their answer never came: they may have arrived all the same. */
  let unanswered: DraftValues | null = null

  const sendOne = async ({ keep, version, values }: Draft) => {
    unanswered = values
    const input = { values: JSON.stringify(values), since: previousSavedAt }
    const answer = await keep({ ...input, ...(version !== null && { version }) })
    unanswered = null
    previousSavedAt = answer.savedAt
    return answer
  }
  return {
    isSent: (values: DraftValues) => values === sent,
    send: async (draft: Draft) => {
      // Sent again, the same values tell that the draft on the server is this window's own.
      if (unanswered && unanswered !== draft.values) await sendOne({ ...draft, values: unanswered })
      const answer = await sendOne(draft)
      sent = draft.values
      return answer
    },
    /** The next draft replaces the one saved then; null where there is none. */
    follow: (savedAt: string | null) => {
      previousSavedAt = savedAt
      sent = null
    },
    /** The record itself was saved, and its draft is gone. */
    reset: () => {
      previousSavedAt = null
      unanswered = null
    },
  }
}
