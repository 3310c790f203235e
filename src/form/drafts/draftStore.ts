export type DraftValues = Readonly<Record<string, unknown>>

/** A draft as it travels: `values` is the JSON of the changed fields, `version` that of the record they change. */
type Kept = { values: string | null; savedAt: string | null; version: number | null }
type Sent = {
  values: string
  version?: number
  /** When the draft was saved that this one follows. */
  since: string | null
}

/** Where a server keeps the draft of one form; what it has no call for is null, and the browser's own draft remains. */
export type DraftStore = {
  /** Tells the form from all others, in the cache and in the browser. */
  name: string
  read: (() => Promise<Kept>) | null
  /** Answers when it was saved, and the version that the record has by now. */
  keep: ((draft: Sent) => Promise<{ savedAt: string; version: number | null }>) | null
  drop: (() => Promise<unknown>) | null
}

/** The drafts of a form that no server keeps. */
export const browserDrafts = (name: string): DraftStore => ({ name, read: null, keep: null, drop: null })
