import type { DraftStore, DraftValues } from './draftStore.ts'

type Draft = {
  save: NonNullable<DraftStore['save']>
  /** Version of the edited record; null for a new one. */
  version: number | null
  values: DraftValues
}

/**
 * Sends the drafts of one page. Each request names the draft it replaces, so that two windows cannot overwrite each
 * other.
 */
export const createDraftSender = () => {
  let previousSavedAt: string | null = null
  let sent: DraftValues | null = null
  /** Values whose request got no answer; they may have arrived nevertheless. */
  let unanswered: DraftValues | null = null

  const sendOne = async ({ save, version, values }: Draft) => {
    unanswered = values
    const input = { values: JSON.stringify(values), since: previousSavedAt }
    const answer = await save({ ...input, ...(version !== null && { version }) })
    unanswered = null
    previousSavedAt = answer.savedAt
    return answer
  }
  return {
    isSent: (values: DraftValues) => values === sent,
    send: async (draft: Draft) => {
      // Sending the unanswered values again lets the server recognise its stored draft as this window's own.
      if (unanswered && unanswered !== draft.values) await sendOne({ ...draft, values: unanswered })
      const answer = await sendOne(draft)
      sent = draft.values
      return answer
    },
    /** Names the draft that the next one replaces, by the time it was saved; null if there is none. */
    follow: (savedAt: string | null) => {
      previousSavedAt = savedAt
      sent = null
    },
    /** Forgets the draft after the record was saved, because the server has deleted it. */
    reset: () => {
      previousSavedAt = null
      unanswered = null
    },
  }
}
