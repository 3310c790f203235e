import { useTranslate } from 'ra-core'
import { useState } from 'react'

import { lazyComponent } from '../loading/lazyComponent.tsx'
import { IconButton } from '../ui/IconButton.tsx'

const GuidePanel = lazyComponent(() => import('./GuidePanel.tsx').then(it => it.GuidePanel))

/** Button that opens what the users' guide says about the current page. */
export const HelpButton = () => {
  const translate = useTranslate()
  const [isOpen, setOpen] = useState(false)
  const label = translate('使用指南')
  return (
    <>
      <IconButton aria-label={label} title={label} aria-expanded={isOpen} onClick={() => setOpen(!isOpen)}>
        <b>?</b>
      </IconButton>
      {isOpen && <GuidePanel onClose={() => setOpen(false)} />}
    </>
  )
}
