import {
  CloseNotificationContext,
  useEvent,
  useNotificationContext,
  useTakeUndoableMutation,
  useTranslate,
} from 'ra-core'
import { useEffect, useEffectEvent, useRef, useState } from 'react'

import { Button } from '../ui/Button.tsx'

import './notification.css'

/** Milliseconds that a notification is shown, unless it has its own duration. */
const defaultDuration = 3000

type Payload = ReturnType<typeof useNotificationContext>['notifications'][number]

type MessageProps = { notification: Payload; onClose: (isUndo: boolean) => void }

const NotificationMessage = ({
  notification: { message, type, notificationOptions = {} },
  onClose,
}: MessageProps) => {
  const translate = useTranslate()
  const { autoHideDuration = defaultDuration, messageArgs, undoable } = notificationOptions
  const [isPaused, setPaused] = useState(false)
  const element = useRef<HTMLDivElement>(null)
  const close = useEffectEvent(() => onClose(false))
  useEffect(() => {
    if (isPaused || !autoHideDuration) return
    const timer = setTimeout(close, autoHideDuration)
    return () => clearTimeout(timer)
  }, [isPaused, autoHideDuration])
  useEffect(() => {
    const control = new AbortController()
    const { signal } = control
    const listen = (target: EventTarget, types: readonly string[], listener: (event: Event) => void) =>
      types.forEach(type => target.addEventListener(type, listener, { signal, capture: true }))
    listen(element.current!, ['pointerenter', 'focusin'], () => setPaused(true))
    listen(element.current!, ['pointerleave', 'focusout'], () => setPaused(false))
    // A click on a button that is announced as disabled, such as the second of a double click, must not end the time for undoing.
    const isElsewhere = (target: EventTarget | null) =>
      !(target instanceof Element && target.closest('.notification, [aria-disabled=true]'))
    listen(document, ['click'], ({ target }) => isElsewhere(target) && close())
    listen(
      document,
      ['keydown'],
      event => event instanceof KeyboardEvent && event.key === 'Escape' && close(),
    )
    // A change that can still be undone has not been sent yet.
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
 * Shows react-admin's notifications one after another, as alerts for screen readers. It is part of the layout and does
 * without MUI's snackbar, because it also has to report code that could not be loaded.
 */
export const NotificationArea = () => {
  const { notifications, takeNotification } = useNotificationContext()
  const takeMutation = useTakeUndoableMutation()
  const [closed, setClosed] = useState(0)
  const [current] = notifications
  const close = (isUndo: boolean) => {
    if (current?.notificationOptions?.undoable) takeMutation()?.({ isUndo })
    takeNotification()
    setClosed(closed + 1)
  }
  const closeFromWithin = useEvent(() => close(false))
  if (!current) return null
  return (
    <CloseNotificationContext value={closeFromWithin}>
      <NotificationMessage key={closed} notification={current} onClose={close} />
    </CloseNotificationContext>
  )
}
