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

/** A draft that the server did not take; `id` tells the windows apart that wrote one. */
export type LeftDraft = Draft & { id: string }

const keysOf = (storage: Storage) =>
  Array.from({ length: storage.length }, (_, index) => storage.key(index)).filter(it => it !== null)

/**
 * The drafts of one form that the server did not take, because another window stores its own there or no call succeeds. They
 * outlive their tab, in which the other drafts of this browser end.
 */
export const leftDraftsOf = (userKey: string, form: string, storage: Storage = localStorage) => {
  const drafts = draftsOf(userKey, storage)
  const formOf = (id: string) => `${form}#${id}`
  const start = keyOf(userKey, formOf(''))
  return {
    read: (): LeftDraft[] =>
      keysOf(storage)
        .filter(key => key.startsWith(start))
        .flatMap(key => {
          const id = key.slice(start.length)
          const draft = drafts.read(formOf(id))
          // The name of another form may begin with that of this one.
          return draft && /^\w+$/.test(id) ? [{ ...draft, id }] : []
        }),
    write: ({ id, ...draft }: LeftDraft) => drafts.write(formOf(id), draft),
    forget: (id: string) => drafts.forget(formOf(id)),
  }
}

/** Deletes all drafts when a user signs out himself; drafts of an expired session are kept. */
export const forgetAllDrafts = (storages: readonly Storage[] = [sessionStorage, localStorage]) => {
  for (const storage of storages)
    for (const key of keysOf(storage)) if (key.startsWith(prefix)) storage.removeItem(key)
}
