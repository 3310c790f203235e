import { type ComponentType, type ReactNode, useEffect, useEffectEvent, useState } from 'react'

import type { RefusedApplication } from '../../providers/challenge.ts'
import type { LoginOptions } from '../../providers/publicConf.ts'
import type { SignedIn } from '../../providers/signIn.ts'
import type { Population } from '../../resources/domain/role.ts'

/** What registration and recovery are given by the page in which they stand. */
export type HashPageProps = {
  options: LoginOptions
  population: Population
  /** What stands in the sign-in form. */
  account: string
  /** Of somebody who has just proved who he is, and whose registration was turned down. */
  refused: (RefusedApplication & { mobile: string }) | null
  onSigned: (signed: SignedIn) => void
  /** Back to the form: on this tab, with this account in it, and why. */
  onLeave: (to: { userType?: Population; account?: string; sentence?: () => string }) => void
}
type HashPage = ComponentType<HashPageProps>

/** By the part of the address behind `#`: going back leaves a page, a reload stays in it. */
const pages: Readonly<Record<string, () => Promise<HashPage>>> = {
  '#register': () => import('./registration/Registration.tsx').then(it => it.Registration),
  '#recover': () => import('./recovery/Recovery.tsx').then(it => it.Recovery),
}

/** The form for an empty name. */
export const openHashPage = (hash: string) => {
  location.hash = hash
}

/** Fetches the code of a page before it is opened. */
export const prefetchHashPage = (hash: string) => {
  pages[hash]?.().catch(() => {})
}

type Options = {
  /** What has to be there before any page. */
  ready: Promise<unknown>
  /** Just before a page takes the form's place. */
  onOpen: () => void
  onFailure: () => void
}

/** Draws what the address names in place of the form; null until its code is there, and where it names nothing. */
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
