import { readUser } from '../../providers/session.ts'
import { isPlainObject } from '../../resources/kit/index.ts'

/** What was sent while the page was being left, whose answers nobody saw. */
export type Left = { key: string; label: string }

const keyFor = () => {
  const user = readUser()
  return user && `tenant-admin:decided:${user.userType}-${user.id}`
}

const isLeft = (value: unknown): value is Left =>
  isPlainObject(value) && typeof value['key'] === 'string' && typeof value['label'] === 'string'

export const rememberLeft = (left: readonly Left[]) => {
  const key = keyFor()
  if (!key || left.length === 0) return
  try {
    localStorage.setItem(key, JSON.stringify(left.map(({ key: of, label }) => ({ key: of, label }))))
  } catch {
    // Without room to remember it the decision is sent all the same.
  }
}

/** Once. */
export const takeLeft = (): readonly Left[] => {
  const key = keyFor()
  if (!key) return []
  try {
    const kept: unknown = JSON.parse(localStorage.getItem(key) ?? '[]')
    localStorage.removeItem(key)
    return Array.isArray(kept) ? kept.filter(isLeft) : []
  } catch {
    return []
  }
}
