import MuiButton from '@mui/material/Button'
import { onlineManager } from '@tanstack/react-query'
import { useTranslate } from 'ra-core'
import { useEffect, useEffectEvent } from 'react'

type Props = {
  onRetry: () => void
  onClose?: (() => void) | undefined
  /** Error message, if something other than loading code failed. */
  text?: string
}

/** Retries when the network is back. */
export const useRetryOnline = (retry: () => void) => {
  const retryNow = useEffectEvent(retry)
  useEffect(() => onlineManager.subscribe(isOnline => isOnline && retryNow()), [])
}

/**
 * Shown if a part of the page could not be loaded. With `onClose` it floats, as the failed dialog or menu would have.
 */
export const PartFailed = ({ onRetry, onClose, text }: Props) => {
  const translate = useTranslate()
  useRetryOnline(onRetry)
  return (
    <div className={onClose ? 'part-failed is-floating' : 'part-failed'} role="alert">
      {text ?? translate('这部分加载失败，可能是网络中断，或系统刚刚更新过。')}
      <MuiButton variant="link" onClick={onRetry}>
        {translate('重试')}
      </MuiButton>
      {onClose && (
        <MuiButton variant="link" onClick={onClose}>
          {translate('关闭')}
        </MuiButton>
      )}
    </div>
  )
}
