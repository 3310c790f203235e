import {
  CloseNotificationContext,
  useEvent,
  useNotificationContext,
  useTakeUndoableMutation,
  useTranslate,
} from 'ra-core'
import { useEffect, useEffectEvent, useRef, useState } from 'react'

import { Button } from './Button.tsx'

import './notification.css'

/** Milliseconds, unless the message brings its own. */
const shownFor = 3000

type Payload = ReturnType<typeof useNotificationContext>['notifications'][number]

type ShownProps = { notification: Payload; onClose: (isUndo: boolean) => void }

const Shown = ({ notification: { message, type, notificationOptions = {} }, onClose }: ShownProps) => {
  const translate = useTranslate()
  const { autoHideDuration = shownFor, messageArgs, undoable } = notificationOptions
  const [isHeld, setHeld] = useState(false)
  const element = useRef<HTMLDivElement>(null)
  const close = useEffectEvent(() => onClose(false))
  useEffect(() => {
    if (isHeld || !autoHideDuration) return
    const timer = setTimeout(close, autoHideDuration)
    return () => clearTimeout(timer)
  }, [isHeld, autoHideDuration])
  useEffect(() => {
    const control = new AbortController()
    const { signal } = control
    const listen = (target: EventTarget, types: readonly string[], listener: (event: Event) => void) =>
      types.forEach(type => target.addEventListener(type, listener, { signal, capture: true }))
    listen(element.current!, ['pointerenter', 'focusin'], () => setHeld(true))
    listen(element.current!, ['pointerleave', 'focusout'], () => setHeld(false))
    const isElsewhere = (target: EventTarget | null) =>
      !(target instanceof Node && element.current?.contains(target))
    listen(document, ['click'], ({ target }) => isElsewhere(target) && close())
    listen(
      document,
      ['keydown'],
      event => event instanceof KeyboardEvent && event.key === 'Escape' && close(),
    )
    // A change that can still be undone has not been sent.
    if (undoable) listen(window, ['beforeunload'], event => event.preventDefault())
    return () => control.abort()
  }, [undoable])
  return (
    <div ref={element} className={`notification is-${type}`} role="alert">
      <div className="notification-text">
        {typeof message === 'string' ? translate(message, messageArgs) : message}
      </div>
      {undoable && (
        <Button look="link" onClick={() => onClose(true)}>
          {translate('撤销')}
        </Button>
      )}
    </div>
  )
}

/**
 * What was done or went wrong, one message after the other; read out when it appears. Part of the shell, and drawn
 * without MUI's snackbar: it has to be able to say that something could not be loaded.
 */
export const Notification = () => {
  const { notifications, takeNotification } = useNotificationContext()
  const takeMutation = useTakeUndoableMutation()
  const [closed, setClosed] = useState(0)
  const [shown] = notifications
  const close = (isUndo: boolean) => {
    if (shown?.notificationOptions?.undoable) takeMutation()?.({ isUndo })
    takeNotification()
    setClosed(closed + 1)
  }
  const closeFromWithin = useEvent(() => close(false))
  if (!shown) return null
  return (
    <CloseNotificationContext value={closeFromWithin}>
      <Shown key={closed} notification={shown} onClose={close} />
    </CloseNotificationContext>
  )
}
