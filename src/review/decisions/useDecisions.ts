import { useQueryClient } from '@tanstack/react-query'
import { useNotify, useTranslate } from 'ra-core'
import { useCallback, useEffect, useState, useSyncExternalStore } from 'react'

import { sendBeforeSignOut } from '../../../providers/unsent.ts'
import { createDecisions, type Decision } from '../../../providers/decisions.ts'
import { storeUnconfirmed } from './unconfirmedDecisions.ts'
import { decisionFailureText } from './decisionFailureText.ts'

/** Bytes. Browsers refuse `keepalive` requests whose bodies exceed 64 KiB in total. */
const maxBytesAtLeaving = 60_000

type Handlers<D extends Decision> = {
  onSent: (decision: D) => void
  onFailed: (decision: D, message: string) => void
}

/** Reloads everything except the list of areas, because decisions change names and states in many lists. */
const useRefresh = () => {
  const client = useQueryClient()
  return useCallback(
    () => client.invalidateQueries({ predicate: ({ queryKey }) => queryKey[0] !== 'areas' }),
    [client],
  )
}

/** Sends pending decisions when the page is left, and stores those whose answers will not be seen. */
const useLeaving = <D extends Decision>(decisions: ReturnType<typeof createDecisions<D>>) => {
  const translate = useTranslate()
  const notify = useNotify()
  const refresh = useRefresh()
  useEffect(() => {
    const onUnload = (event: BeforeUnloadEvent) => {
      const bytes = decisions.waiting().reduce((sum, decision) => sum + decision.size, 0)
      if (bytes < maxBytesAtLeaving) return
      // Too large for requests that outlive the page: send now, while the browser asks whether to leave.
      event.preventDefault()
      void decisions.flush()
    }
    const onHide = () => {
      storeUnconfirmed(decisions.waiting())
      void decisions.flush({ isLast: true })
    }
    const forget = sendBeforeSignOut(() => decisions.flush({ isLast: true, timeout: 5_000 }))
    window.addEventListener('beforeunload', onUnload)
    window.addEventListener('pagehide', onHide)
    return () => {
      window.removeEventListener('beforeunload', onUnload)
      window.removeEventListener('pagehide', onHide)
      forget()
      decisions.setListener({
        onSent: refresh,
        onFailed: ({ label }, error) => {
          notify(
            translate('%{label}未生效：%{message}', {
              label,
              message: decisionFailureText(error, translate),
            }),
            {
              type: 'error',
              autoHideDuration: null,
            },
          )
          void refresh()
        },
      })
      const count = decisions.waiting().length
      if (count > 0) notify(translate('已提交 %{count} 项审核决定', { count }), { type: 'info' })
      void decisions.flush()
    }
  }, [decisions, notify, refresh, translate])
}

/** Decisions that the reviewer can still undo. The handlers are called while the page is open. */
export const useDecisions = <D extends Decision>({ onSent, onFailed }: Handlers<D>) => {
  const translate = useTranslate()
  const [decisions] = useState(() => createDecisions<D>())
  const refresh = useRefresh()
  useEffect(() =>
    decisions.setListener({
      onSent: decision => {
        onSent(decision)
        return refresh()
      },
      onFailed: (decision, error) => {
        onFailed(decision, decisionFailureText(error, translate))
        void refresh()
      },
    }),
  )
  useLeaving(decisions)
  const entries = useSyncExternalStore(decisions.subscribe, decisions.read)
  return { add: decisions.add, undo: decisions.undo, entries }
}
