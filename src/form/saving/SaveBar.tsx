import { useTranslate } from 'ra-core'
import type { ReactNode } from 'react'

import { Button } from '../../ui/Button.tsx'
import { MenuButton } from '../../ui/PopupButton.tsx'
import type { PopupItem } from '../../ui/Popups.tsx'

type Props = {
  className?: string | undefined
  /** Whether there are more buttons than fit beside the state on a phone. */
  hasMany: boolean
  /** Text about unsaved changes, a pending network connection or the last error. */
  state: ReactNode
  /** Notes above the bar about what saving will do or overwrite. */
  note?: ReactNode
  /** Rarely used commands, shown in the menu 更多 unless they are `isDirect`. */
  items?: readonly PopupItem[]
  /** The buttons, in this order: 放弃修改, 保存, further ways to save. */
  children: ReactNode
}

/** Sticky bar at the bottom of a form, with its state and its buttons. */
export const SaveBar = ({ className = '', hasMany, state, note, items = [], children }: Props) => {
  const translate = useTranslate()
  const directItems = items.flatMap(item => ('onChoose' in item && item.isDirect ? [item] : []))
  const menuItems = items.filter(item => !('isDirect' in item && item.isDirect))
  return (
    <div className={`save-bar ${hasMany ? 'has-many' : ''} ${className}`}>
      {note}
      <p className="save-bar-text" role="status">
        {state}
      </p>
      {directItems.length > 0 && (
        <span className="save-bar-direct">
          {directItems.map(({ key, label, onChoose }) => (
            <Button key={key} look="quiet" onClick={onChoose}>
              {label}
            </Button>
          ))}
        </span>
      )}
      {menuItems.length > 0 && <MenuButton label={translate('更多')} items={menuItems} />}
      {children}
    </div>
  )
}
