import { type ComponentType, type ReactNode, useEffect, useEffectEvent, useState } from 'react'

import type { RefusedApplication } from '../../providers/challenge.ts'
import type { LoginOptions } from '../../providers/publicConf.ts'
import type { PendingFactor } from '../../providers/secondFactor.ts'
import type { SignInResult } from '../../providers/signIn.ts'
import type { Population } from '../../resources/domain/role.ts'
import type { Sentence } from '../../resources/kit/translate.ts'

/** Props that the sign-in page passes to registration and recovery. */
export type HashPageProps = {
  options: LoginOptions
  population: Population
  /** The account that was typed into the sign-in form. */
  account: string
  /** The refused application of a person who has just signed in with the right password. */
  refused: (RefusedApplication & { mobile: string }) | null
  onSigned: (signed: SignInResult) => void
  /** The first proof of a sign-in was right: shows the second step in place of this page. */
  onFactor: (asked: PendingFactor) => Promise<void>
  /** Returns to the sign-in form: which tab to select, which account to fill in, and the sentence to show. */
  onLeave: (to: { userType?: Population; account?: string; sentence?: Sentence }) => void
}
type HashPage = ComponentType<HashPageProps>

/**
 * Which page is open is kept in the fragment of the address, so that the back button leaves it and a reload stays in it.
 */
const pages: Readonly<Record<string, () => Promise<HashPage>>> = {
  '#register': () => import('./registration/Registration.tsx').then(it => it.Registration),
  '#recover': () => import('./recovery/Recovery.tsx').then(it => it.Recovery),
}

/** The form for an empty name. */
export const openHashPage = (hash: string) => {
  location.hash = hash
}

/** Loads the code of registration or recovery ahead of time. */
export const prefetchHashPage = (hash: string) => {
  pages[hash]?.().catch(() => {})
}

type Options = {
  /** A page is shown only after this has settled. */
  ready: Promise<unknown>
  /** Called just before a page replaces the sign-in form. */
  onOpen: () => void
  onFailure: () => void
}

/**
 * Renders the page that the fragment names in place of the form; null while its code loads, and when the fragment names
 * none.
 */
export const useHashPage = ({
  ready,
  onOpen,
  onFailure,
}: Options): ((props: HashPageProps) => ReactNode) | null => {
  const [page, setPage] = useState<{ Content: HashPage } | null>(null)
  const follow = useEffectEvent(async () => {
    const { hash } = location
    const load = pages[hash]
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
    const listen = () => void follow()
    listen()
    window.addEventListener('hashchange', listen)
    return () => window.removeEventListener('hashchange', listen)
  }, [])
  return page && (props => <page.Content {...props} />)
}
