import type { MutationCacheNotifyEvent, QueryClient } from '@tanstack/react-query'
import { matchRoutes, type RouteObject } from 'react-router-dom'

import { prefetchRecord } from '../../providers/prefetchRecord.ts'
import type { AdminDataProvider } from '../../providers/dataProvider.ts'
import { loadHostTexts } from '../../providers/i18nProvider.ts'
import { appBase } from '../../providers/session.ts'
import { resources } from '../../resources/index.ts'

/** Milliseconds that the pointer rests on a link before its record is asked for: it passes over many on its way. */
const rest = 80

type Sources = { dataProvider: AdminDataProvider; client: QueryClient }

/** Whose record a screen begins with; one written by hand reads what it needs, and a read that writes waits for the click. */
const resourceRead = (path: string | undefined) =>
  resources.find(
    ({ views: { edit, show }, calls, crud }) =>
      [edit, show].some(it => it?.path === path && !it?.page) && !calls[crud.one!]?.writes,
  )

/**
 * The code of a screen is fetched when the pointer or the focus reaches a link to it, and its record soon after, a step
 * ahead of the click. Called when the first rows stand, or something has been moved or pressed before.
 */
export const watchLinks = (table: RouteObject[], { dataProvider, client }: Sources, signal: AbortSignal) => {
  if (signal.aborted) return
  // What react-admin's own dialogs say: none opens before something is pressed.
  void loadHostTexts().catch(() => {})
  // After a write a record that was asked for may be another.
  const forget = ({ type }: MutationCacheNotifyEvent) => {
    // Every screen that may write says so beforehand (`observerOptionsUpdated`).
    if (type === 'added' || type === 'updated') dataProvider.prefetched.asked = null
  }
  signal.addEventListener('abort', client.getMutationCache().subscribe(forget))
  let timer: ReturnType<typeof setTimeout>
  const fetchTarget = ({ target }: Event) => {
    clearTimeout(timer)
    const link = target instanceof Element && target.closest<HTMLAnchorElement>('a[href]')
    if (!link || link.origin !== location.origin) return
    const { route, params } = matchRoutes(table, link.pathname, appBase)?.at(-1) ?? {}
    // A failure shows when the link is followed.
    if (typeof route?.lazy === 'function') route.lazy().catch(() => {})
    const read = resourceRead(route?.path)
    const id = params?.['id']
    if (!read || !id) return
    timer = setTimeout(() => {
      // A press that opens it gives it the focus, too.
      if (link.pathname !== location.pathname) prefetchRecord(dataProvider, read.name, id)
    }, rest)
  }
  for (const intent of ['pointerover', 'focusin']) document.addEventListener(intent, fetchTarget, { signal })
}
