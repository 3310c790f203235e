import { isPlainObject } from '../resources/kit/objects.ts'

/**
 * Unsaved values of one form, kept for the same user in the same tab until they are saved or he signs out. `savedAt`
 * is in milliseconds since 1970.
 */
export type Draft = { values: Record<string, unknown>; savedAt: number; version: number | null }

const prefix = 'tenant-admin:draft:'
const keyOf = (userKey: string, form: string) => `${prefix}${userKey}:${form}`

const isDraft = (value: unknown): value is Draft =>
  isPlainObject(value) && isPlainObject(value['values']) && typeof value['savedAt'] === 'number'

/**
 * The drafts of one user. `userKey` contains population and id, since ids alone are not unique; `form` is the address
 * of the page.
 */
export const draftsOf = (userKey: string, storage: Storage = sessionStorage) => ({
  /** The draft of a form; null if there is none or it cannot be parsed. */
  read: (form: string): Draft | null => {
    try {
      const value: unknown = JSON.parse(storage.getItem(keyOf(userKey, form)) ?? 'null')
      return isDraft(value) ? value : null
    } catch {
      return null
    }
  },
  /** Stores a draft; false if the storage is full or forbidden. */
  write: (form: string, draft: Draft) => {
    try {
      storage.setItem(keyOf(userKey, form), JSON.stringify(draft))
      return true
    } catch {
      return false
    }
  },
  forget: (form: string) => storage.removeItem(keyOf(userKey, form)),
})

/** Deletes all drafts when a user signs out himself; drafts of an expired session are kept. */
export const forgetAllDrafts = (storage: Storage = sessionStorage) => {
  const keys = Array.from({ length: storage.length }, (_, index) => storage.key(index))
  for (const key of keys) if (key?.startsWith(prefix)) storage.removeItem(key)
}
