import { lazy, Suspense, useState } from 'react'

import { useShell } from './shell.ts'

// 6 kB of menu, popover and focus trap that nobody needs before the first click (performance.md).
const load = () => import('./UserMenuList.tsx')
const UserMenuList = lazy(async () => ({ default: (await load()).UserMenuList }))

/** First letter and name; opens what concerns the user himself. */
export const UserMenu = () => {
  const { self } = useShell()
  const [anchor, setAnchor] = useState<HTMLElement | null>(null)
  const [isLoaded, setIsLoaded] = useState(false)
  const open = (element: HTMLElement) => {
    setIsLoaded(true)
    setAnchor(element)
  }
  return (
    <>
      <button
        type="button"
        className="user"
        aria-haspopup="menu"
        aria-expanded={anchor !== null}
        onPointerEnter={() => void load()}
        onClick={event => open(event.currentTarget)}
      >
        <span className="avatar" aria-hidden>
          {Array.from(self.name)[0]}
        </span>
        <span className="user-name">{self.name}</span>
      </button>
      {isLoaded && (
        <Suspense>
          <UserMenuList anchor={anchor} onClose={() => setAnchor(null)} />
        </Suspense>
      )}
    </>
  )
}
