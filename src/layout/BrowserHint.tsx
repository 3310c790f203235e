import { useState } from 'react'

import { lazyComponent } from './lazyComponent.tsx'

const BrowserHintBar = lazyComponent(() => import('./BrowserHintBar.tsx').then(it => it.BrowserHintBar))

const key = 'tenant-admin:browser-hint'

/** Chromium's relatives name themselves besides Chrome; they mostly do well, so the sentence only suggests. */
const isHintFor = (agent: string) =>
  agent.includes('Windows') &&
  (!agent.includes('Chrome/') || /Edg|OPR|QQBrowser|MetaSr|360|Maxthon/.test(agent))

/** For Windows without Chrome; gone for good once the user says so. */
export const BrowserHint = () => {
  const [isShown, setIsShown] = useState(
    () => localStorage.getItem(key) === null && isHintFor(navigator.userAgent),
  )
  if (!isShown) return null
  const dismiss = () => {
    localStorage.setItem(key, 'dismissed')
    setIsShown(false)
  }
  return <BrowserHintBar onDismiss={dismiss} />
}
