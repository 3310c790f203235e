import { readUser } from '../../../providers/session.ts'
import { isPlainObject } from '../../../resources/kit/index.ts'

/** A decision that was sent while the page was being closed, so that its answer is unknown. */
export type UnconfirmedDecision = { key: string; label: string }

const storageKey = () => {
  const user = readUser()
  return user && `tenant-admin:decided:${user.userType}-${user.id}`
}

const isUnconfirmedDecision = (value: unknown): value is UnconfirmedDecision =>
  isPlainObject(value) && typeof value['key'] === 'string' && typeof value['label'] === 'string'

export const storeUnconfirmed = (decisions: readonly UnconfirmedDecision[]) => {
  const key = storageKey()
  if (!key || decisions.length === 0) return
  try {
    localStorage.setItem(key, JSON.stringify(decisions.map(({ key: of, label }) => ({ key: of, label }))))
  } catch {
    // Decisions are sent even if they cannot be stored.
  }
}

/** Reads and deletes the stored decisions. */
export const takeUnconfirmed = (): readonly UnconfirmedDecision[] => {
  const key = storageKey()
  if (!key) return []
  try {
    const stored: unknown = JSON.parse(localStorage.getItem(key) ?? '[]')
    localStorage.removeItem(key)
    return Array.isArray(stored) ? stored.filter(isUnconfirmedDecision) : []
  } catch {
    return []
  }
}
