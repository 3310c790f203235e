import { dehydrate, hydrate, type QueryClient } from '@tanstack/react-query'

import { isPlain } from '../resources/kit/objects.ts'
import { isEnding, screenKey } from './session.ts'

/** In UTF-16 units; most browsers give a tab five million, which its drafts share. */
const longest = 1_000_000

/** Of another build, what is kept may have another shape. */
const buildOf = () => document.querySelector<HTMLMetaElement>('meta[name="app-files"]')?.content ?? ''

/**
 * Whenever the page is left, this tab keeps what stands behind it: the answers whose keys begin with a name of `frame`, and
 * the rows of the lists that are shown. Returns how to stop.
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
      if (text.length <= longest) sessionStorage.setItem(screenKey, text)
    } catch {
      // A full or forbidden storage loses nothing but the head start.
    }
  }
  window.addEventListener('pagehide', keep)
  return () => window.removeEventListener('pagehide', keep)
}

/** What the same user saw here last stands at once after a reload, and is asked for anew; once, and for nobody else. */
export const restoreScreen = (client: QueryClient, owner: string) => {
  const text = sessionStorage.getItem(screenKey)
  sessionStorage.removeItem(screenKey)
  const kept: unknown = JSON.parse(text ?? 'null')
  if (!isPlain(kept) || kept['owner'] !== owner || kept['build'] !== buildOf()) return
  if (isPlain(kept['state'])) hydrate(client, kept['state'])
  void client.invalidateQueries({ refetchType: 'none' })
}
