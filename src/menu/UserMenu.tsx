import { useGetIdentity } from 'ra-core'
import { useState } from 'react'

import { PopupButton } from '../ui/PopupButton.tsx'
import { lazyComponent } from '../loading/lazyComponent.tsx'

const LanguageDialog = lazyComponent(() => import('./LanguageDialog.tsx').then(it => it.LanguageDialog))
const UserMenuList = lazyComponent(() => import('./UserMenuList.tsx').then(it => it.UserMenuList))

/** Initial and name of the user; opens the user menu. */
export const UserMenu = () => {
  const { identity } = useGetIdentity()
  const name = identity?.fullName ?? ''
  const [isChoosing, setChoosing] = useState(false)
  const label = (
    <>
      <span className="avatar" aria-hidden>
        {Array.from(name)[0]}
      </span>
      <span className="user-name">{name}</span>
    </>
  )
  return (
    <>
      <PopupButton className="user" label={label} opens="menu" preload={UserMenuList.preload}>
        {(anchor, close) => (
          <UserMenuList anchor={anchor} onClose={close} onLanguage={() => setChoosing(true)} />
        )}
      </PopupButton>
      {isChoosing && <LanguageDialog onClose={() => setChoosing(false)} />}
    </>
  )
}
