import { useTranslate } from 'ra-core'
import type { ReactNode } from 'react'

import { Button } from '../shell/Button.tsx'
import { MenuButton } from '../shell/PopupButton.tsx'
import type { PopupItem } from '../shell/Popups.tsx'

type Props = {
  className?: string | undefined
  /** Whether there are more buttons than fit beside the state on a phone. */
  hasMany: boolean
  /** What is unsaved, what it waits for, what went wrong. */
  state: ReactNode
  /** Notes above the bar about what saving will do or overwrite. */
  note?: ReactNode
  /** What is needed seldom, in the menu 更多. */
  items?: readonly PopupItem[]
  /** 放弃修改, 保存 and what goes beyond, in this order. */
  children: ReactNode
}

/** The bar of whatever is changed and saved, always in sight. */
export const SaveBar = ({ className = '', hasMany, state, note, items = [], children }: Props) => {
  const translate = useTranslate()
  const direct = items.flatMap(item => ('onChoose' in item && item.isDirect ? [item] : []))
  const inMenu = items.filter(item => !('isDirect' in item && item.isDirect))
  return (
    <div className={`save-bar ${hasMany ? 'has-many' : ''} ${className}`}>
      {note}
      <p className="save-bar-text" role="status">
        {state}
      </p>
      {direct.length > 0 && (
        <span className="save-bar-direct">
          {direct.map(({ key, label, onChoose }) => (
            <Button key={key} look="quiet" onClick={onChoose}>
              {label}
            </Button>
          ))}
        </span>
      )}
      {inMenu.length > 0 && <MenuButton label={translate('更多')} items={inMenu} />}
      {children}
    </div>
  )
}
