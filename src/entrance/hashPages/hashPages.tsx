import { type ComponentType, type ReactNode, useEffect, useEffectEvent, useState } from 'react'

import { type HashPageProps, openHashPage } from './hashPage.ts'

type HashPage = ComponentType<HashPageProps>

/**
 * Pages by the fragment of the address, so that the browser's back button closes them and a reload keeps them open.
 */
const pageLoaders: Readonly<Record<string, () => Promise<HashPage>>> = {
  '#register': () => import('../registration/Registration.tsx').then(it => it.Registration),
  '#sso': () => import('../signOn/SignOnReturn.tsx').then(it => it.SignOnReturn),
  '#recover': () => import('../recovery/Recovery.tsx').then(it => it.Recovery),
}

/** Loads the code of registration or recovery early. */
export const prefetchHashPage = (hash: string) => {
  pageLoaders[hash]?.().catch(() => {})
}

type Options = {
  /** A page is shown only after this promise has settled. */
  ready: Promise<unknown>
  /** Called before a page replaces the sign-in form. */
  onOpen: () => void
  onFailure: () => void
}

/**
 * Returns a function that renders the page named by the fragment; null if there is none, or while its code is
 * loading.
 */
export const useHashPage = ({
  ready,
  onOpen,
  onFailure,
}: Options): ((props: HashPageProps) => ReactNode) | null => {
  const [page, setPage] = useState<{ Content: HashPage } | null>(null)
  const openCurrent = useEffectEvent(async () => {
    const { hash } = location
    const load = pageLoaders[hash]
    if (!load) return setPage(null)
    try {
      const [Content] = await Promise.all([load(), ready])
      if (location.hash !== hash) return
      onOpen()
      setPage({ Content })
    } catch {
      openHashPage('')
      onFailure()
    }
  })
  useEffect(() => {
    const listen = () => void openCurrent()
    listen()
    window.addEventListener('hashchange', listen)
    return () => window.removeEventListener('hashchange', listen)
  }, [])
  return page && (props => <page.Content {...props} />)
}
