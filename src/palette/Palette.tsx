import MuiDialog from '@mui/material/Dialog'
import { useStoreContext, useTranslate } from 'ra-core'
import { type KeyboardEvent, useId, useState } from 'react'
import { useNavigate } from 'react-router-dom'

import { visitKeyOf } from '../../providers/store.ts'
import { isComposing, useIme } from '../fields/text/useIme.ts'
import { Button } from '../ui/Button.tsx'
import { FocusFirst } from '../ui/FocusFirst.tsx'
import { icons } from '../ui/icons.ts'
import { WhyNotDialog } from '../record/whyNot/WhyNotDialog.tsx'
import type { PaletteItem } from './items.ts'
import { optionId, PaletteList } from './PaletteList.tsx'
import { usePaletteGroups } from './useGroups.ts'
import { useSearchedEntities } from './useRecords.tsx'

import './palette.css'

type Props = { onClose: () => void }

/** Opens the chosen page, or runs the command. Like the menu, it opens lists without their stored filters. */
const useChoose = (onClose: () => void, remember: (item: PaletteItem) => void) => {
  const navigate = useNavigate()
  const { removeItem } = useStoreContext()
  return (item: PaletteItem) => {
    const { target, isStaying } = item
    if (!isStaying) onClose()
    if (typeof target === 'function') return target()
    remember(item)
    removeItem(visitKeyOf(target))
    void navigate(target)
  }
}

const stepOfKey: Readonly<Record<string, number>> = { ArrowDown: 1, ArrowUp: -1 }

/** State of the palette: the typed text, the matching items, and the active one, which Enter chooses. */
const usePalette = (onClose: () => void, onWhyNot: () => void) => {
  const [typed, setTyped] = useState('')
  const [activeKey, setActiveKey] = useState<string | null>(null)
  const { groups, remember } = usePaletteGroups(typed, onWhyNot)
  const items = groups.flatMap(group => group.items)
  const active = items.find(({ key }) => key === activeKey) ?? items[0]
  const choose = useChoose(onClose, remember)
  const onKeyDown = (event: KeyboardEvent) => {
    const step = stepOfKey[event.key]
    if (isComposing(event) || !active || (step === undefined && event.key !== 'Enter')) return
    event.preventDefault()
    if (step === undefined) choose(active)
    else setActiveKey(items.at((items.indexOf(active) + step) % items.length)!.key)
  }
  const onText = (text: string) => {
    setTyped(text)
    setActiveKey(null)
  }
  const activate = ({ key }: PaletteItem) => setActiveKey(key)
  return { typed, groups, count: items.length, active, activate, choose, onText, onKeyDown }
}

/** Command palette: pages, commands, people, cards, offices and articles in one searchable list. */
export const Palette = ({ onClose }: Props) => {
  const translate = useTranslate()
  const [titleId, listId] = [useId(), useId()]
  const [isAsking, setAsking] = useState(false)
  const palette = usePalette(onClose, () => setAsking(true))
  const { typed, groups, count, active, activate, choose, onText, onKeyDown } = palette
  const ime = useIme(typed, onText)
  const hasRecords = useSearchedEntities().length > 0
  const name = hasRecords ? translate('搜索页面、人员、名片、律所和内容') : translate('搜索页面和操作')
  const isEmpty = groups.length === 0
  if (isAsking) return <WhyNotDialog onClose={onClose} />
  return (
    <MuiDialog
      open
      className="palette"
      aria-labelledby={titleId}
      slotProps={{ paper: { className: 'palette-paper' } }}
      onClose={onClose}
    >
      <h2 id={titleId} className="hidden-text">
        {translate('搜索')}
      </h2>
      <FocusFirst className="palette-head">
        <icons.search />
        <input
          {...ime}
          role="combobox"
          aria-expanded={!isEmpty}
          aria-controls={listId}
          aria-autocomplete="list"
          aria-activedescendant={active && optionId(listId, active)}
          aria-label={name}
          placeholder={name}
          maxLength={50}
          autoComplete="off"
          enterKeyHint="go"
          onKeyDown={onKeyDown}
        />
        <Button look="quiet" aria-label={translate('关闭')} onClick={onClose}>
          ×
        </Button>
      </FocusFirst>
      {isEmpty ? (
        <div className="palette-empty">
          <p>{translate('没有找到“%{text}”', { text: typed.trim() })}</p>
          <Button look="link" onClick={() => setAsking(true)}>
            {translate('为什么看不到某个页面或操作？')}
          </Button>
        </div>
      ) : (
        <PaletteList id={listId} groups={groups} active={active} onActive={activate} onChoose={choose} />
      )}
      <output className="hidden-text">{typed && translate('%{count}项结果', { count })}</output>
    </MuiDialog>
  )
}
