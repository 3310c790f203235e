import { useAddUndoableMutation, useNotify, useTranslate } from 'ra-core'
import { useRef } from 'react'

import { noticeMs } from './useActionNotice.tsx'

/** A decision that is sent later: what it is called, and what tells it apart from others. */
type DelayedDecision = {
  key: string
  label: string
  send: () => Promise<unknown>
  onUndo?: () => void
}

/** Sends a decision after a while in which it can be taken back, and only once. */
export const useDelay = () => {
  const translate = useTranslate()
  const notify = useNotify()
  const addUndoable = useAddUndoableMutation()
  const waiting = useRef(new Set<string>())
  return ({ key, label, send, onUndo }: DelayedDecision) => {
    if (waiting.current.has(key)) return
    waiting.current.add(key)
    addUndoable(({ isUndo }) => {
      waiting.current.delete(key)
      if (isUndo) onUndo?.()
      else void send()
    })
    notify(translate('即将%{label}，10 秒内可以撤销', { label }), {
      type: 'info',
      undoable: true,
      autoHideDuration: noticeMs,
    })
  }
}
