import { useTranslate } from 'ra-core'
import { type KeyboardEvent, useRef } from 'react'

import type { Population } from '../../../resources/domain/role.ts'

type Props = { chosen: Population; onChoose: (userType: Population) => void }

/** Tabs for administrators and lawyers; the arrow keys switch between them. */
export const PopulationTabs = ({ chosen, onChoose }: Props) => {
  const translate = useTranslate()
  const buttons = useRef<Partial<Record<Population, HTMLButtonElement | null>>>({})
  const move = ({ key }: KeyboardEvent) => {
    if (key !== 'ArrowLeft' && key !== 'ArrowRight') return
    const other = chosen === 1 ? 2 : 1
    onChoose(other)
    buttons.current[other]?.focus()
  }
  const tabs = [
    { userType: 1, label: translate('管理员登录') },
    { userType: 2, label: translate('律师登录') },
  ] as const
  return (
    <div className="tabs" role="tablist" aria-label={translate('登录身份')}>
      {tabs.map(({ userType, label }) => (
        <button
          key={userType}
          type="button"
          role="tab"
          id={`tab-${userType}`}
          className="tab"
          aria-controls="sign-in-panel"
          aria-selected={userType === chosen}
          tabIndex={userType === chosen ? 0 : -1}
          ref={element => {
            buttons.current[userType] = element
          }}
          onClick={() => onChoose(userType)}
          onKeyDown={move}
        >
          {label}
        </button>
      ))}
    </div>
  )
}
