import { localStorageStore, memoryStore, type Store } from 'ra-core'

import { isSame } from '../resources/domain/sameness.ts'
import type { UserInfo } from './session.ts'

const passing = 'visit.'

/**
 * Under which react-admin remembers filters, sort and page of a list: until it is opened by the menu or the document
 * goes. Going back and loading again find them in the address.
 */
export const visitOf = (list: string) => passing + list

const isVisit = (key: string) => key.startsWith(passing)

/** Settings that the sign-in page uses as well, and so are kept outside the store; each with how it is chosen. */
type OutsideSettings = Readonly<Record<'locale' | 'theme', (value: string) => void>>

type Options = {
  outside: OutsideSettings
  /** Keeps what was set on the account; null: it was removed. */
  onSet?: (name: string, value: unknown) => void
}

/** react-admin's store that also takes what the account keeps. */
type AccountStore = Store & {
  /** Sets what the account keeps, once a document: later answers may be older than what was set here meanwhile. */
  applyAccount: (preferences: Readonly<Record<string, unknown>>) => void
}

/** Settings of a single list end so, after its name. */
const listSettings = /\.(columns|filters|views)$/

const settings: ReadonlySet<string> = new Set([
  'density',
  'locale',
  'menu.isCollapsed',
  'palette.recent',
  'preview.look',
  'review.areKeysOn',
  'theme',
  'userCard.isComparing',
  'wholeText',
])

/**
 * Whether the account keeps the key. What react-admin itself keeps in the store, such as the selected rows and the
 * parameters of a list, is a matter of this browser.
 */
export const isPreference = (key: string) => settings.has(key) || (!isVisit(key) && listSettings.test(key))

/**
 * What one person has set: columns, views, density. Kept in this browser, so that the first screen needs no answer, and
 * handed to `onSet`, so that other computers get it. The dot keeps user 1 apart from user 10.
 */
export const storeOf = (
  { userType, id }: Pick<UserInfo, 'userType' | 'id'>,
  { outside, onSet = () => {} }: Options,
): AccountStore => {
  const kept = localStorageStore('1', `tenant-admin.${userType}-${id}.`)
  const visits = memoryStore()
  const at = (key: string) => (isVisit(key) ? visits : kept)
  const write = (key: string, value: unknown) => {
    if (isOutside(key)) outside[key](String(value))
    else at(key).setItem(key, value)
  }
  let isApplied = false
  return {
    ...kept,
    setup: () => [kept, visits].forEach(it => it.setup()),
    teardown: () => [kept, visits].forEach(it => it.teardown()),
    getItem: (key, byDefault) => (isOutside(key) ? byDefault : at(key).getItem(key, byDefault)),
    setItem: (key, value) => {
      write(key, value)
      if (isPreference(key)) onSet(key, value)
    },
    removeItem: key => {
      at(key).removeItem(key)
      if (isPreference(key)) onSet(key, null)
    },
    subscribe: (key, callback) => at(key).subscribe(key, callback),
    // react-admin empties the store at sign-out; what somebody has set is to be there when he is back.
    reset: () => {},
    applyAccount: preferences => {
      if (isApplied) return
      isApplied = true
      for (const [key, value] of Object.entries(preferences))
        if (isPreference(key) && !isSame(kept.getItem(key), value)) write(key, value)
    },
  }
}

const isOutside = (key: string): key is keyof OutsideSettings => key === 'locale' || key === 'theme'
