import { localStorageStore, memoryStore, type Store } from 'ra-core'

import type { UserInfo } from './session.ts'

const passing = 'visit.'

/**
 * Under which react-admin remembers filters, sort and page of a list: until it is opened by the menu or the document
 * goes. Going back and loading again find them in the address.
 */
export const visitOf = (list: string) => passing + list

/** What one user has set on this computer: columns, page sizes, density. The dot keeps user 1 apart from user 10. */
export const storeOf = (
  { userType, id }: Pick<UserInfo, 'userType' | 'id'>,
  chooseLocale: (locale: string) => Promise<void>,
): Store => {
  const kept = localStorageStore('1', `tenant-admin.${userType}-${id}.`)
  const visits = memoryStore()
  const at = (key: string) => (key.startsWith(passing) ? visits : kept)
  return {
    ...kept,
    setup: () => [kept, visits].forEach(it => it.setup()),
    teardown: () => [kept, visits].forEach(it => it.teardown()),
    // The i18nProvider knows the locale; what react-admin's menu of languages stores is chosen there.
    getItem: (key, byDefault) => (key === 'locale' ? byDefault : at(key).getItem(key, byDefault)),
    setItem: (key, value) => {
      if (key === 'locale') void chooseLocale(String(value)).catch(() => {})
      else at(key).setItem(key, value)
    },
    removeItem: key => at(key).removeItem(key),
    subscribe: (key, callback) => at(key).subscribe(key, callback),
    // react-admin empties the store at sign-out; what somebody has set is to be there when he is back.
    reset: () => {},
  }
}
