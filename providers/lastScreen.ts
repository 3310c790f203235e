import { dehydrate, hydrate, type QueryClient } from '@tanstack/react-query'

import { isPlainObject } from '../resources/kit/objects.ts'
import { isEnding, screenKey } from './session.ts'

/** Maximum length in UTF-16 units. Most browsers allow five million per tab, which drafts share. */
const maxLength = 1_000_000

/** Identifies the build: another build may use other formats. */
const buildOf = () => document.querySelector<HTMLMetaElement>('meta[name="app-files"]')?.content ?? ''

/**
 * Stores the data of the current screen in this tab when the page is left: queries whose keys begin with a name in
 * `frame`, and the rows of shown lists. Returns a function that stops it.
 */
export const keepScreen = (client: QueryClient, owner: string, frame: readonly unknown[]) => {
  const keep = () => {
    if (isEnding()) return
    const state = dehydrate(client, {
      shouldDehydrateMutation: () => false,
      shouldDehydrateQuery: query =>
        query.state.status === 'success' &&
        (frame.includes(query.queryKey[0]) || (query.queryKey[1] === 'getList' && query.isActive())),
    })
    const text = JSON.stringify({ owner, build: buildOf(), state })
    try {
      if (text.length <= maxLength) sessionStorage.setItem(screenKey, text)
    } catch {
      // A full or forbidden storage only loses the faster start.
    }
  }
  window.addEventListener('pagehide', keep)
  return () => window.removeEventListener('pagehide', keep)
}

/**
 * Restores the stored data after a reload and marks it as stale, so that it is read again. Only for the same user and
 * build, and only once.
 */
export const restoreScreen = (client: QueryClient, owner: string) => {
  const text = sessionStorage.getItem(screenKey)
  sessionStorage.removeItem(screenKey)
  const stored: unknown = JSON.parse(text ?? 'null')
  if (!isPlainObject(stored) || stored['owner'] !== owner || stored['build'] !== buildOf()) return
  if (isPlainObject(stored['state'])) hydrate(client, stored['state'])
  void client.invalidateQueries({ refetchType: 'none' })
}
