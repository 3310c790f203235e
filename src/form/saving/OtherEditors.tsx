import { useTranslate } from 'ra-core'
import { useEffect, useEffectEvent } from 'react'

import type { ServedCall } from '../../../providers/call.ts'
import { readToken } from '../../../providers/session.ts'
import { useSession } from '../../session/sessionContext.ts'
import { useCall, useServedCall } from '../../session/useCall.ts'

/** Milliseconds between two signs of life; the server forgets somebody after 45 s. */
const interval = 20_000

type Props = {
  resource: string
  /** Absent for a setting, of which there is only one. */
  id?: number | undefined
}

const usePresence = (presence: ServedCall<'session.presence'> | null, { resource, id }: Props) => {
  const { data } = useCall(
    'session.presence',
    presence && { resource, ...(id !== undefined && { id }) },
    // React Query asks neither in a hidden tab nor offline.
    { staleTime: 0, gcTime: 0, retry: false, refetchInterval: interval, refetchOnWindowFocus: true },
  )
  const reportLeaving = useEffectEvent((form: Props) => {
    // Without a session the server forgets the person by itself.
    if (!presence || !readToken()) return
    void presence({ ...form, leaving: 1 }, { isLast: true }).catch(() => {})
  })
  useEffect(() => {
    // The form that is left, although the next one may be shown already.
    const leave = () => reportLeaving({ resource, ...(id !== undefined && { id }) })
    window.addEventListener('pagehide', leave)
    return () => {
      window.removeEventListener('pagehide', leave)
      leave()
    }
  }, [resource, id])
  return data ?? []
}

/** Names who else has this form open. Nobody is locked out, and nothing waits for it. */
export const OtherEditors = (props: Props) => {
  const translate = useTranslate()
  const presence = useServedCall('session.presence')
  const others = usePresence(useSession().self.view ? null : presence, props)
  return (
    <div role="status">
      {others.length > 0 && (
        <p className="note">
          {translate('%{names}正在编辑。您可以继续，保存时如有冲突会让您比较。', {
            names: others.map(({ name }) => name).join(translate('、')),
          })}
        </p>
      )}
    </div>
  )
}
