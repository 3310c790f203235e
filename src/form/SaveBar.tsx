import { onlineManager } from '@tanstack/react-query'
import { useTranslate } from 'ra-core'
import type { ReactNode } from 'react'

import { Button } from '../shell/Button.tsx'
import type { SaveFailure } from './failure.ts'
import { FailureText } from './FailureText.tsx'
import { NetworkWaitText } from './NetworkWaitText.tsx'
import { useNetworkWait } from './useNetworkWait.ts'
import { useSaveShortcut } from './useSaveShortcut.ts'

type Props = {
  changed: number
  isSaving: boolean
  failure: SaveFailure | null
  /** Says what is unsaved, where the number alone says too little. */
  detail?: string
  /** Further buttons. */
  children?: ReactNode
}

/** The bar of an arrangement that is saved as a whole: how much is unsaved, what went wrong, and the way to save it. */
export const SaveBar = ({ changed, isSaving, failure, detail, children }: Props) => {
  const translate = useTranslate()
  const button = useSaveShortcut()
  const [held, setHeld] = useNetworkWait((form: HTMLFormElement) => changed > 0 && form.requestSubmit())
  const isHeld = held !== null && changed > 0
  const unsaved =
    changed > 0 ? (detail ?? translate('%{changed} 项未保存', { changed })) : translate('没有修改')
  const label = isSaving ? translate('保存中…') : failure ? translate('重试') : translate('保存')
  return (
    <div className={children ? 'save-bar has-many' : 'save-bar'}>
      <p className="save-bar-text" role="status">
        {isHeld ? (
          <NetworkWaitText onStop={() => setHeld(null)} />
        ) : failure ? (
          <FailureText what={translate('没有保存')} failure={failure} />
        ) : (
          unsaved
        )}
      </p>
      {children}
      <Button
        type="submit"
        look="primary"
        ref={button}
        disabled={isSaving || isHeld || changed === 0}
        onClick={event => {
          if (onlineManager.isOnline()) return
          event.preventDefault()
          setHeld(event.currentTarget.form)
        }}
        title="Ctrl+S"
      >
        {isHeld ? translate('等待网络…') : label}
      </Button>
    </div>
  )
}
