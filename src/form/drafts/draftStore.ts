export type DraftValues = Readonly<Record<string, unknown>>

/**
 * A draft in an answer: `values` is the JSON of the changed fields, `version` the version of the record they change.
 */
type StoredDraft = { values: string | null; savedAt: string | null; version: number | null }
type DraftInput = {
  values: string
  version?: number
  /** Time at which the draft that this one replaces was saved; null if there is none. */
  since: string | null
}

/** Server storage for the draft of one form. Each call is null if the back-end does not offer it. */
export type DraftStore = {
  /** Unique name of the form, used as cache key and as browser storage key. */
  name: string
  read: (() => Promise<StoredDraft>) | null
  /** Resolves to the time of saving and to the version that the record has by then. */
  save: ((draft: DraftInput) => Promise<{ savedAt: string; version: number | null }>) | null
  drop: (() => Promise<unknown>) | null
}

/** Storage for forms whose drafts are kept in this browser only. */
export const browserDrafts = (name: string): DraftStore => ({ name, read: null, save: null, drop: null })
