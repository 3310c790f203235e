import { isPlain } from '../resources/kit/objects.ts'

/** Unsaved values of one form, kept for the same user in the same tab until they are saved or he signs out himself. */
export type Draft = { values: Record<string, unknown>; savedAt: number; version: number | null }

const prefix = 'tenant-admin:draft:'
const keyOf = (userKey: string, form: string) => `${prefix}${userKey}:${form}`

const isDraft = (value: unknown): value is Draft =>
  isPlain(value) && isPlain(value['values']) && typeof value['savedAt'] === 'number'

/** `userKey` names population and id, since ids alone repeat; `form` is the address of the page. */
export const draftsOf = (userKey: string, storage: Storage = sessionStorage) => ({
  /** Null when there is none, or when what is stored is broken. */
  read: (form: string): Draft | null => {
    try {
      const value: unknown = JSON.parse(storage.getItem(keyOf(userKey, form)) ?? 'null')
      return isDraft(value) ? value : null
    } catch {
      return null
    }
  },
  /** A full or forbidden storage loses the draft, never the form. */
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

/** On a voluntary sign-out nothing typed stays behind; an expired session keeps it. */
export const forgetAllDrafts = (storage: Storage = sessionStorage) => {
  const keys = Array.from({ length: storage.length }, (_, index) => storage.key(index))
  for (const key of keys) if (key?.startsWith(prefix)) storage.removeItem(key)
}
