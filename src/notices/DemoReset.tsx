import { useQueryClient } from '@tanstack/react-query'
import { useTranslate } from 'ra-core'
import { useState } from 'react'

import type { AppConfiguration } from '../../resources/settings/app.ts'
import { confKey } from '../session/sessionContext.ts'
import { Button } from '../ui/Button.tsx'

const storageKey = 'tenant-admin:demo-reset'

/** Says in a demo that is emptied each hour that nothing is kept; once in each tab. */
export const DemoReset = () => {
  const translate = useTranslate()
  // The code is loaded after the configuration.
  const conf = useQueryClient().getQueryData<AppConfiguration>(confKey)
  const [isShown, setShown] = useState(() => sessionStorage.getItem(storageKey) === null)
  if (!conf?.demoReset || !isShown) return null
  const dismiss = () => {
    sessionStorage.setItem(storageKey, 'dismissed')
    setShown(false)
  }
  return (
    <output className="late-notice">
      <span>
        {translate('这是演示：每到整点清空重来，填写的内容不会保留，也不会向外发送短信、邮件或推送。')}
      </span>
      <Button look="quiet" onClick={dismiss}>
        {translate('知道了')}
      </Button>
    </output>
  )
}
