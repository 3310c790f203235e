import { useTranslate } from 'ra-core'
import { useEffect, useRef } from 'react'

import { useIsSlow } from '../ui/Spinner.tsx'
import type { PaletteGroup, PaletteItem } from './items.ts'

type OptionProps = {
  item: PaletteItem
  id: string
  isActive: boolean
  onActive: () => void
  onChoose: () => void
}

const Option = ({ item, id, isActive, onActive, onChoose }: OptionProps) => {
  const element = useRef<HTMLDivElement>(null)
  useEffect(() => {
    if (isActive) element.current?.scrollIntoView({ block: 'nearest' })
  }, [isActive])
  return (
    // eslint-disable-next-line jsx-a11y/click-events-have-key-events -- The input keeps the focus and handles Enter.
    <div
      ref={element}
      id={id}
      role="option"
      tabIndex={-1}
      aria-selected={isActive}
      className="palette-option"
      // Not pointerenter, which also fires if the list scrolls below a pointer that does not move.
      onPointerMove={onActive}
      // Keeps the focus in the input.
      onPointerDown={event => event.preventDefault()}
      onClick={onChoose}
    >
      <span className="palette-picture" aria-hidden>
        {item.picture}
      </span>
      <span className="palette-name">{item.name}</span>
      {item.note && <small className="palette-note">{item.note}</small>}
    </div>
  )
}

/** Milliseconds before a group shows that it is loading; most answers arrive earlier. */
const waitTextDelay = 300

type ChoiceProps = {
  active: PaletteItem | undefined
  onActive: (item: PaletteItem) => void
  onChoose: (item: PaletteItem) => void
}
type GroupProps = ChoiceProps & { listId: string; group: PaletteGroup }

const Group = ({ listId, group, active, onActive, onChoose }: GroupProps) => {
  const translate = useTranslate()
  const { label, items, waitingFor } = group
  const isSlow = useIsSlow(waitingFor === 'answer', waitTextDelay)
  if (items.length === 0 && waitingFor === 'answer' && !isSlow) return null
  return (
    <div role="group" aria-label={label}>
      <p className="palette-caption" aria-hidden>
        {label}
      </p>
      {items.map(item => (
        <Option
          key={item.key}
          item={item}
          id={optionId(listId, item)}
          isActive={item.key === active?.key}
          onActive={() => onActive(item)}
          onChoose={() => onChoose(item)}
        />
      ))}
      {waitingFor === 'network' && (
        <p className="palette-wait">{translate('网络已断开，恢复后会自动继续')}</p>
      )}
      {isSlow && <p className="palette-wait">{translate('加载中…')}</p>}
    </div>
  )
}

type Props = ChoiceProps & { id: string; groups: readonly PaletteGroup[] }

export const optionId = (listId: string, { key }: PaletteItem) => `${listId}-${key}`

/** Listbox of the palette; the input keeps the focus and refers to the active option. */
export const PaletteList = ({ id, groups, ...choosing }: Props) => {
  const translate = useTranslate()
  return (
    <div id={id} role="listbox" aria-label={translate('搜索结果')} className="palette-list">
      {groups.map(group => (
        <Group key={group.name} listId={id} group={group} {...choosing} />
      ))}
    </div>
  )
}
