import { useTranslate } from 'ra-core'
import type { ReactNode } from 'react'

import { Button } from '../shell/Button.tsx'
import type { SaveFailure } from './failure.ts'
import { FailureText } from './FailureText.tsx'
import { useWaiting } from './useWaiting.tsx'
import { useSaveShortcut } from './useSaveShortcut.ts'

type Props = {
  changed: number
  isNew: boolean
  /** Nothing can be saved before the record is there. */
  isLoading?: boolean
  isSaving: boolean
  failure: SaveFailure | null
  onCancel?: () => void
  /** Says what is unsaved, where the number alone says too little. */
  detail?: string
  /** Further buttons. */
  children?: ReactNode
}

/** Always in sight: how much is unsaved, what went wrong, and the way to save it. */
export const SaveBar = ({
  changed,
  isNew,
  isLoading = false,
  isSaving,
  failure,
  onCancel,
  detail,
  children,
}: Props) => {
  const translate = useTranslate()
  const button = useSaveShortcut()
  const waiting = useWaiting({ isUnchanged: !isNew && changed === 0 })
  const unsaved =
    changed > 0 ? (detail ?? translate('%{changed} 项未保存', { changed })) : !isNew && translate('没有修改')
  const said = isLoading ? translate('加载中') : unsaved
  return (
    <div className={children ? 'save-bar has-many' : 'save-bar'}>
      <p className="save-bar-text" role="status">
        {waiting.text ?? (failure ? <FailureText what={translate('没有保存')} failure={failure} /> : said)}
      </p>
      {children}
      {onCancel && (
        <Button disabled={isSaving} onClick={onCancel}>
          {translate('取消')}
        </Button>
      )}
      <Button
        type="submit"
        look="primary"
        ref={button}
        disabled={isSaving || waiting.isWaiting || isLoading || (!isNew && changed === 0)}
        onClick={waiting.hold}
        title="Ctrl+S"
      >
        {waiting.label ?? (isSaving ? translate('保存中…') : failure ? translate('重试') : translate('保存'))}
      </Button>
    </div>
  )
}
