import { onlineManager } from '@tanstack/react-query'
import { useTranslate } from 'ra-core'

import { Button } from '../ui/Button.tsx'
import { useOnline } from '../browser/useOnline.ts'

/** Offline notice in the header. The browser's information can be wrong, so the user can retry. */
export const OfflineNote = () => {
  const translate = useTranslate()
  const isOnline = useOnline()
  return (
    <output className="offline-note">
      {!isOnline && (
        <>
          <span>{translate('网络已断开')}</span>
          <span className="wide-only">{translate('填写的内容都还在，恢复后会自动继续。')}</span>
          <Button look="link" onClick={() => onlineManager.setOnline(true)}>
            {translate('重试')}
          </Button>
        </>
      )}
    </output>
  )
}
