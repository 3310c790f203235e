import { createContext, type FocusEvent, type PointerEvent, useContext, useRef } from 'react'
import { Link, type LinkProps } from 'react-router-dom'

/** Function that prefetches the code and the data of the page at an address. */
export const PrefetchContext = createContext<(path: string, search: string) => void>(() => {})

/** Milliseconds of hovering before the page is prefetched, so that links the pointer only passes over are not. */
const hoverDelay = 80

/** Link that prefetches its page when it is hovered or focused. */
export const IntentLink = (props: LinkProps) => {
  const prefetch = useContext(PrefetchContext)
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)
  const prefetchSoon = ({ currentTarget: link }: PointerEvent<HTMLAnchorElement>) => {
    timer.current = setTimeout(() => prefetch(link.pathname, link.search), hoverDelay)
  }
  const prefetchNow = ({ currentTarget: link }: FocusEvent<HTMLAnchorElement>) =>
    prefetch(link.pathname, link.search)
  return (
    <Link
      onPointerEnter={prefetchSoon}
      onPointerLeave={() => clearTimeout(timer.current)}
      onFocus={prefetchNow}
      {...props}
    />
  )
}
