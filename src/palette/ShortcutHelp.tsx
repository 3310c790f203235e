import { useStore, useTranslate } from 'ra-core'
import { useState } from 'react'

import { Switch } from '../ui/Switch.tsx'
import { Button } from '../ui/Button.tsx'
import { Dialog } from '../ui/Dialog.tsx'
import {
  letterKeysStoreKey,
  type ShortcutName,
  shortcuts,
  useHandledShortcuts,
} from '../routing/shortcuts.ts'
import { WhyNotDialog } from '../record/whyNot/WhyNotDialog.tsx'

import './shortcutHelp.css'

const shortcutLabels: Readonly<Record<ShortcutName, string>> = {
  palette: '搜索页面、人员和操作',
  help: '显示本说明',
  save: '保存',
  fillDown: '填入上一行的内容',
  next: '下一项',
  previous: '上一项',
  approve: '通过',
  refuse: '驳回，填写原因',
  send: '在填写原因时提交',
  correct: '更正当前或第一项内容',
  undo: '撤销最近一次决定（10秒内）',
}

const keysText = (name: ShortcutName) => {
  const key = shortcuts[name].replace('^', '').replace(/^./, first => first.toUpperCase())
  if (!shortcuts[name].startsWith('^')) return key
  return navigator.userAgent.includes('Mac') ? `⌘ ${key}` : `Ctrl + ${key}`
}

const isLetter = (name: ShortcutName) => /^[a-z]$/.test(shortcuts[name])

/**
 * Switch for single-letter shortcuts; shown on pages that have some, and everywhere if the user has switched them
 * off.
 */
const LetterSwitch = ({ names }: { names: readonly ShortcutName[] }) => {
  const translate = useTranslate()
  const [areOn, setOn] = useStore(letterKeysStoreKey, true)
  if (areOn && !names.some(isLetter)) return null
  return (
    <label className="inline-check">
      <Switch isOn={areOn} onChange={setOn} />
      {translate('启用单键快捷键')}
    </label>
  )
}

type Props = { onClose: () => void }

/** Dialog with the shortcuts of the current page, as registered by its components. */
export const ShortcutHelp = ({ onClose }: Props) => {
  const translate = useTranslate()
  const names = useHandledShortcuts()
  const [isAsking, setAsking] = useState(false)
  if (isAsking) return <WhyNotDialog onClose={onClose} />
  return (
    <Dialog title={translate('快捷键')} onClose={onClose}>
      <div className="dialog-content">
        <dl className="facts shortcuts">
          {names.map(name => (
            <div key={name}>
              <dt>
                <kbd>{keysText(name)}</kbd>
              </dt>
              <dd>{translate(shortcutLabels[name])}</dd>
            </div>
          ))}
        </dl>
        <LetterSwitch names={names} />
        <p>
          <Button look="link" onClick={() => setAsking(true)}>
            {translate('为什么看不到某个页面或操作？')}
          </Button>
        </p>
      </div>
    </Dialog>
  )
}
