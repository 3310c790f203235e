import { localStorageStore, memoryStore, type Store } from 'ra-core'

import { isSame } from '../resources/domain/sameness.ts'
import type { UserInfo } from './session.ts'

const visitPrefix = 'visit.'

/**
 * The store key under which react-admin keeps filters, sort and page of a list. It is kept in memory until the list
 * is opened by the menu or the document is left; going back and reloading restore them from the address.
 */
export const visitKeyOf = (list: string) => visitPrefix + list

const isVisit = (key: string) => key.startsWith(visitPrefix)

/** Settings that the sign-in page also uses and that are therefore kept outside the store, each with its setter. */
type OutsideSettings = Readonly<Record<'locale' | 'theme', (value: string) => void>>

type Options = {
  outside: OutsideSettings
  /** Saves a preference in the account; null means that it was removed. */
  onSet?: (name: string, value: unknown) => void
  /** In a view of another account nothing is kept, and language and appearance stay those of the viewer. */
  isView?: boolean
}

/** react-admin's store, which also accepts the preferences of the account. */
type AccountStore = Store & {
  /**
   * Applies the preferences of the account, once per document, because later answers may be older than changes made
   * here.
   */
  applyAccount: (preferences: Readonly<Record<string, unknown>>) => void
}

/** Preferences of a single list: its name and one of these suffixes. */
const listSettings = /\.(columns|filters|views)$/

const settings: ReadonlySet<string> = new Set([
  'cardEdit.isComparing',
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
 * Whether a key is saved in the account. Other keys of react-admin, such as selected rows and list parameters,
 * concern only this browser.
 */
export const isPreference = (key: string) => settings.has(key) || (!isVisit(key) && listSettings.test(key))

/**
 * The store of one user's preferences. They are kept in this browser, so that the first screen need not wait, and
 * passed to `onSet` for the account. The dot in the key keeps user 1 apart from user 10.
 */
export const storeOf = (
  { userType, id }: Pick<UserInfo, 'userType' | 'id'>,
  { outside, onSet = () => {}, isView = false }: Options,
): AccountStore => {
  const localStore = isView ? memoryStore() : localStorageStore('1', `tenant-admin.${userType}-${id}.`)
  const visitStore = memoryStore()
  const storeOf = (key: string) => (isVisit(key) ? visitStore : localStore)
  const write = (key: string, value: unknown) => {
    if (isOutside(key)) outside[key](String(value))
    else storeOf(key).setItem(key, value)
  }
  let isApplied = false
  return {
    ...localStore,
    setup: () => [localStore, visitStore].forEach(it => it.setup()),
    teardown: () => [localStore, visitStore].forEach(it => it.teardown()),
    getItem: (key, byDefault) => (isOutside(key) ? byDefault : storeOf(key).getItem(key, byDefault)),
    setItem: (key, value) => {
      write(key, value)
      if (isPreference(key)) onSet(key, value)
    },
    removeItem: key => {
      storeOf(key).removeItem(key)
      if (isPreference(key)) onSet(key, null)
    },
    subscribe: (key, callback) => storeOf(key).subscribe(key, callback),
    // react-admin resets the store at sign-out, but preferences must survive it.
    reset: () => {},
    applyAccount: preferences => {
      if (isApplied) return
      isApplied = true
      for (const [key, value] of Object.entries(preferences))
        if (isPreference(key) && !(isView && isOutside(key)) && !isSame(localStore.getItem(key), value))
          write(key, value)
    },
  }
}

const isOutside = (key: string): key is keyof OutsideSettings => key === 'locale' || key === 'theme'
