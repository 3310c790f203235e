import { useTranslate } from 'ra-core'
import { useState } from 'react'
import { Button } from '../ui/Button.tsx'
import { FirmPicture } from '../ui/FirmPicture.tsx'

const storageKey = 'tenant-admin:browser-hint'

/**
 * Whether the browser is not known to work. Chromium-based browsers have names of their own besides Chrome; most
 * work.
 */
const isHintNeeded = (agent: string) =>
  agent.includes('Windows') &&
  (!agent.includes('Chrome/') || /Edg|OPR|QQBrowser|MetaSr|360|Maxthon/.test(agent))

/** Recommends Chrome to users of other browsers on Windows, until they dismiss it. */
export const BrowserHint = () => {
  const translate = useTranslate()
  const [isShown, setIsShown] = useState(
    () => localStorage.getItem(storageKey) === null && isHintNeeded(navigator.userAgent),
  )
  if (!isShown) return null
  const dismiss = () => {
    localStorage.setItem(storageKey, 'dismissed')
    setIsShown(false)
  }
  return (
    <output className="browser-hint">
      <FirmPicture name="browserHint" />
      <span>{translate('您的浏览器可能无法完整支持本后台，建议使用 Chrome 浏览器。')}</span>
      <Button look="quiet" onClick={dismiss}>
        {translate('不再提醒')}
      </Button>
    </output>
  )
}
