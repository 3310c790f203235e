import { onlineManager } from '@tanstack/react-query'
import { useTranslate } from 'ra-core'
import { type MouseEvent, useEffect, useEffectEvent, useState } from 'react'
import { useFormContext, type UseFormReturn } from 'react-hook-form'

import { Button } from '../shell/Button.tsx'

/**
 * For the buttons that save a form. Without a network nothing is sent: what is wrong is shown, and what is right waits.
 * When the network is back the form is submitted once, as it stands then; it can be typed into until that. What was typed
 * back to what is saved (`isUnchanged`) waits for nothing.
 */
export const useWaiting = ({ isUnchanged = false } = {}) => {
  const translate = useTranslate()
  // Not every form is react-hook-form's.
  const form: UseFormReturn | null = useFormContext()
  const [button, setButton] = useState<HTMLButtonElement | null>(null)
  const goOn = useEffectEvent(() => {
    setButton(null)
    if (!isUnchanged) button?.form?.requestSubmit()
  })
  useEffect(() => {
    if (!button) return
    // The network may have come back while the form was checked, before this listens.
    queueMicrotask(() => onlineManager.isOnline() && goOn())
    return onlineManager.subscribe(isOnline => isOnline && goOn())
  }, [button])
  /** To the click on such a button, before anything is submitted. */
  const hold = (event: MouseEvent<HTMLButtonElement>) => {
    if (onlineManager.isOnline()) return
    event.preventDefault()
    const { currentTarget } = event
    const whenRight = (isRight: boolean) => isRight && setButton(currentTarget)
    if (form) void form.trigger(undefined, { shouldFocus: true }).then(whenRight)
    else whenRight(true)
  }
  if (!button || isUnchanged) return { isWaiting: false, hold, text: null, label: null }
  return {
    isWaiting: true,
    hold,
    /** For the bar, in the place of what it says otherwise. */
    text: (
      <span>
        {translate('网络已断开，恢复后会自动保存。')}
        <Button look="link" onClick={() => setButton(null)}>
          {translate('不再等待')}
        </Button>
      </span>
    ),
    /** For the button that was pressed. */
    label: translate('等待网络…'),
  }
}
