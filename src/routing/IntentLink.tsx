import { createContext, useContext } from 'react'
import { Link, type LinkProps } from 'react-router-dom'

import { useIntent } from '../loading/useIntent.ts'

/** Function that prefetches the code and the data of the page at an address. */
export const PrefetchContext = createContext<(path: string, search: string) => void>(() => {})

/** Link that prefetches its page when it is hovered, focused or pressed. */
export const IntentLink = (props: LinkProps) => {
  const prefetch = useContext(PrefetchContext)
  const intent = useIntent((link: HTMLAnchorElement) => prefetch(link.pathname, link.search))
  return <Link {...intent} {...props} />
}
