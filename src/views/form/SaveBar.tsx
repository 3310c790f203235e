import type { ReactNode } from 'react'

import { useSaveKey } from './useSaveKey.ts'

type Props = {
  changed: number
  isNew: boolean
  isSaving: boolean
  failure: { message: string; requestId: string | undefined } | null
  onCancel?: () => void
  /** Says what is unsaved, where the number alone says too little. */
  detail?: string
  /** Further buttons. */
  children?: ReactNode
}

/** Always in sight: how much is unsaved, what went wrong, and the way to save it. */
export const SaveBar = ({ changed, isNew, isSaving, failure, onCancel, detail, children }: Props) => {
  const button = useSaveKey()
  return (
    <div className="save-bar">
      <p className="save-bar-text" role="status">
        {failure ? (
          <span className="field-error">
            没有保存:{failure.message}。填写的内容都还在。
            {failure.requestId && <small>请求编号 {failure.requestId}</small>}
          </span>
        ) : changed > 0 ? (
          (detail ?? `${changed} 项未保存`)
        ) : (
          !isNew && '没有修改'
        )}
      </p>
      {children}
      {onCancel && (
        <button type="button" className="button" disabled={isSaving} onClick={onCancel}>
          取消
        </button>
      )}
      <button
        type="submit"
        ref={button}
        className="button button-primary"
        disabled={isSaving || (!isNew && changed === 0)}
        title="Ctrl+S"
      >
        {isSaving ? '保存中…' : failure ? '重试' : '保存'}
      </button>
    </div>
  )
}
