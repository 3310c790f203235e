import { useTranslate } from 'ra-core'
import { useState } from 'react'
import { Link, useHref } from 'react-router-dom'

import { Button } from '../../ui/Button.tsx'
import { copyText } from '../../ui/secret/copyText.ts'
import { MenuButton } from '../../ui/PopupButton.tsx'
import type { PopupItem } from '../../ui/Popups.tsx'
import { viewSearch } from './savedViews.ts'
import type { ViewContent } from './views.ts'

type Props = {
  name: string
  content: ViewContent
  /** With whom it is shared, and by whom. */
  note?: string
  isCurrent: boolean
  onApply: () => void
  /** Whether the list opens with this view. */
  isStart: boolean
  onStart: () => void
  items: readonly PopupItem[]
}

/** One view: a link that applies it, a button that makes it the default, and a menu. */
export const ViewRow = ({ name, content, note, isCurrent, onApply, isStart, onStart, items }: Props) => {
  const translate = useTranslate()
  const search = viewSearch(content)
  const address = useHref({ search })
  const [copyState, setCopyState] = useState('')
  const copy = async () => {
    const isCopied = await copyText(new URL(address, window.location.href).href)
    setCopyState(translate(isCopied ? '链接已复制' : '浏览器不允许复制，请在视图名称上用右键复制链接'))
  }
  return (
    <li>
      <Link to={{ search }} aria-current={isCurrent || undefined} onClick={onApply}>
        {name}
        {note && <small>{note}</small>}
        <small role="status">{copyState}</small>
      </Link>
      <Button look="quiet" aria-pressed={isStart} onClick={onStart}>
        {translate(isStart ? '默认' : '设为默认')}
      </Button>
      <MenuButton
        label="⋯"
        name={translate('视图“%{name}”的操作', { name })}
        look="quiet"
        items={[{ key: 'copy', label: translate('复制链接'), onChoose: () => void copy() }, ...items]}
      />
    </li>
  )
}
