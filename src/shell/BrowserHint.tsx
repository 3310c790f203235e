import { useTranslate } from 'ra-core'
import { useState } from 'react'
import { Button } from './Button.tsx'
import { OwnPicture } from './OwnPicture.tsx'

const key = 'tenant-admin:browser-hint'

/** Chromium's relatives name themselves besides Chrome; they mostly do well, so the sentence only suggests. */
const isHintFor = (agent: string) =>
  agent.includes('Windows') &&
  (!agent.includes('Chrome/') || /Edg|OPR|QQBrowser|MetaSr|360|Maxthon/.test(agent))

/** For Windows without Chrome; gone for good once the user says so. */
export const BrowserHint = () => {
  const translate = useTranslate()
  const [isShown, setIsShown] = useState(
    () => localStorage.getItem(key) === null && isHintFor(navigator.userAgent),
  )
  if (!isShown) return null
  const dismiss = () => {
    localStorage.setItem(key, 'dismissed')
    setIsShown(false)
  }
  return (
    <output className="browser-hint">
      <OwnPicture name="browserHint" />
      <span>{translate('您的浏览器可能无法完整支持本后台，建议使用 Chrome 浏览器。')}</span>
      <Button look="quiet" onClick={dismiss}>
        {translate('不再提醒')}
      </Button>
    </output>
  )
}
