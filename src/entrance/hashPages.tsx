import { type ComponentType, type ReactNode, useEffect, useEffectEvent, useState } from 'react'

import type { RefusedApplication } from '../../providers/challenge.ts'
import type { LoginOptions } from '../../providers/publicConf.ts'
import type { PendingFactor } from '../../providers/secondFactor.ts'
import type { SignInResult } from '../../providers/signIn.ts'
import type { Population } from '../../resources/domain/role.ts'
import type { Sentence } from '../../resources/kit/translate.ts'

/** Props of registration and recovery. */
export type HashPageProps = {
  options: LoginOptions
  population: Population
  /** The account entered in the sign-in form. */
  account: string
  /** The refused application of an applicant who has just signed in with the correct password. */
  refused: (RefusedApplication & { mobile: string }) | null
  onSigned: (signed: SignInResult) => void
  /** Called if the password was correct but a second step is required; shows it in place of this page. */
  onFactor: (asked: PendingFactor) => Promise<void>
  /** Returns to the sign-in form: the tab to select, the account to fill in, and a message. */
  onLeave: (to: { userType?: Population; account?: string; sentence?: Sentence }) => void
}
type HashPage = ComponentType<HashPageProps>

/**
 * Pages by the fragment of the address, so that the browser's back button closes them and a reload keeps them open.
 */
const pageLoaders: Readonly<Record<string, () => Promise<HashPage>>> = {
  '#register': () => import('./registration/Registration.tsx').then(it => it.Registration),
  '#sso': () => import('./signOn/SignOnReturn.tsx').then(it => it.SignOnReturn),
  '#recover': () => import('./recovery/Recovery.tsx').then(it => it.Recovery),
}

/** Opens a page; an empty name returns to the form. */
export const openHashPage = (hash: string) => {
  location.hash = hash
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
