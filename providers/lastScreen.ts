import type { QueryClient, QueryKey } from '@tanstack/react-query'

import { isPlain } from '../resources/kit/objects.ts'
import { isEnding, screenKey } from './session.ts'

/** In UTF-16 units; most browsers give a tab five million, which its drafts share. */
const longest = 1_000_000

type Kept = { queryKey: QueryKey; data: unknown }

/** Of another build, what is kept may have another shape. */
const buildOf = () => document.querySelector<HTMLMetaElement>('meta[name="app-files"]')?.content ?? ''

const isKept = (value: unknown): value is Kept => isPlain(value) && Array.isArray(value['queryKey'])

/**
 * Whenever the page is left, this tab keeps what stands behind it: the answers named by `frame` and the rows of the lists
 * that are shown, as they were answered. Returns how to stop.
 */
export const keepScreen = (client: QueryClient, owner: string, frame: readonly QueryKey[]) => {
  const keep = () => {
    if (isEnding()) return
    const names = frame.map(it => it[0])
    const queries = client
      .getQueryCache()
      .getAll()
      .filter(it => names.includes(it.queryKey[0]) || (it.queryKey[1] === 'getList' && it.isActive()))
      .flatMap(({ queryKey, state: { data } }) => (data === undefined ? [] : [{ queryKey, data }]))
    const text = JSON.stringify({ owner, build: buildOf(), queries })
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
  const queries: unknown = kept['queries']
  if (!Array.isArray(queries)) return
  // Older than any staleness: whoever shows it asks again.
  for (const { queryKey, data } of queries.filter(isKept))
    client.setQueryData(queryKey, data, { updatedAt: 1 })
}
