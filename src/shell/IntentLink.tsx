import { createContext, type FocusEvent, type PointerEvent, useContext, useRef } from 'react'
import { Link, type LinkProps } from 'react-router-dom'

/** Fetches the code and the data of the page at an address of the application. */
export const PrefetchContext = createContext<(path: string, search: string) => void>(() => {})

/** Milliseconds that the pointer rests on a link before its page is fetched: it passes over many on its way. */
const rest = 80

/** A link whose page is fetched when the pointer rests on it or the focus reaches it, ahead of the click. */
export const IntentLink = (props: LinkProps) => {
  const prefetch = useContext(PrefetchContext)
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)
  const prefetchSoon = ({ currentTarget: link }: PointerEvent<HTMLAnchorElement>) => {
    timer.current = setTimeout(() => prefetch(link.pathname, link.search), rest)
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
