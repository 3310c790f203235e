import { onlineManager } from '@tanstack/react-query'
import { useTranslate } from 'ra-core'
import { useEffect, useEffectEvent } from 'react'

import { Button } from './Button.tsx'

import './notification.css'

type Props = {
  onRetry: () => void
  onClose?: (() => void) | undefined
  /** What went wrong, where it is not the code that is missing. */
  text?: string
}

/** Tries again by itself as soon as the network is back. */
export const useRetryOnline = (retry: () => void) => {
  const again = useEffectEvent(retry)
  useEffect(() => onlineManager.subscribe(isOnline => isOnline && again()), [])
}

/** Stands where a part of the page could not be fetched; what `onClose` closes would have floated. */
export const PartFailed = ({ onRetry, onClose, text }: Props) => {
  const translate = useTranslate()
  useRetryOnline(onRetry)
  return (
    <div className={onClose ? 'part-failed is-floating' : 'part-failed'} role="alert">
      {text ?? translate('这部分加载失败，可能是网络中断，或系统刚刚更新过。')}
      <Button look="link" onClick={onRetry}>
        {translate('重试')}
      </Button>
      {onClose && (
        <Button look="link" onClick={onClose}>
          {translate('关闭')}
        </Button>
      )}
    </div>
  )
}
