import { useQueryClient } from '@tanstack/react-query'
import { useNotify, useTranslate } from 'ra-core'
import { useCallback, useEffect, useState, useSyncExternalStore } from 'react'

import { sendBeforeSignOut } from '../../../providers/unsent.ts'
import type { AnyRecord } from '../../../resources/kit/index.ts'
import { createDecisions, type Decision } from '../../../providers/decisions.ts'
import { rememberLeft } from '../../review/left.ts'
import type { Refusal } from '../../review/RefuseDialog.tsx'
import { messageOf } from './returned.ts'

type DeskDecision = Decision & { title: string; seen: AnyRecord; refusal: Refusal | undefined }

/** In bytes. A browser refuses a request that is to outlive its page once all such bodies together exceed 64 KiB. */
const maxBytesAtLeaving = 60_000

type Handlers = {
  onSent: (decision: DeskDecision) => void
  onFailed: (decision: DeskDecision, message: string) => void
}

/** Names and states of what was decided stand in other lists too. */
const useRefresh = () => {
  const client = useQueryClient()
  return useCallback(
    () => client.invalidateQueries({ predicate: ({ queryKey }) => queryKey[0] !== 'areas' }),
    [client],
  )
}

/** Leaving neither loses a decision nor sends it without a word. */
const useLeaving = (decisions: ReturnType<typeof createDecisions<DeskDecision>>) => {
  const translate = useTranslate()
  const notify = useNotify()
  const refresh = useRefresh()
  useEffect(() => {
    const onUnload = (event: BeforeUnloadEvent) => {
      const bytes = decisions.waiting().reduce((sum, decision) => sum + decision.size, 0)
      if (bytes < maxBytesAtLeaving) return
      // Too much to be sent while the page closes: send it now, while the browser asks whether to leave.
      event.preventDefault()
      void decisions.flush()
    }
    const onHide = () => {
      rememberLeft(decisions.waiting())
      void decisions.flush({ isLast: true })
    }
    const forget = sendBeforeSignOut(() => decisions.flush({ isLast: true, timeout: 5_000 }))
    window.addEventListener('beforeunload', onUnload)
    window.addEventListener('pagehide', onHide)
    return () => {
      window.removeEventListener('beforeunload', onUnload)
      window.removeEventListener('pagehide', onHide)
      forget()
      decisions.tell({
        onSent: refresh,
        onFailed: ({ label }, error) => {
          notify(translate('%{label}未生效：%{message}', { label, message: messageOf(error, translate) }), {
            type: 'error',
            autoHideDuration: null,
          })
          void refresh()
        },
      })
      const count = decisions.waiting().length
      if (count > 0) notify(translate('已提交 %{count} 项审核决定', { count }), { type: 'info' })
      void decisions.flush()
    }
  }, [decisions, notify, refresh, translate])
}

/** What the reviewer has decided and can still take back; `handlers` hear of the answers while the desk is open. */
export const useDecisions = ({ onSent, onFailed }: Handlers) => {
  const translate = useTranslate()
  const [decisions] = useState(() => createDecisions<DeskDecision>())
  const refresh = useRefresh()
  useEffect(() =>
    decisions.tell({
      onSent: decision => {
        onSent(decision)
        return refresh()
      },
      onFailed: (decision, error) => {
        onFailed(decision, messageOf(error, translate))
        void refresh()
      },
    }),
  )
  useLeaving(decisions)
  const entries = useSyncExternalStore(decisions.subscribe, decisions.read)
  return { add: decisions.add, undo: decisions.undo, entries }
}
