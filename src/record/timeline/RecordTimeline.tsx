import type { ReactNode } from 'react'

import { mayCall } from '../../../providers/access.ts'
import { isSwitchedOn } from '../../../resources/domain/permissions.ts'
import { callNamed } from '../../../resources/index.ts'
import { useSession } from '../../session/sessionContext.ts'
import { useServedCall } from '../../session/useCall.ts'
import type { RestoreOptions } from './RestoreDialog.tsx'
import { Timeline } from './Timeline.tsx'

type Props = {
  /** Name of the resource in the log. */
  type: string
  /** Id of the record; a setting has none. */
  id?: number | undefined
  restoring: RestoreOptions | null
  /** Shown where the back-end does not serve timelines. */
  fallback: ReactNode
}

/** 时间线 of a record for those who may read the log. */
export const RecordTimeline = ({ type, id, restoring, fallback }: Props) => {
  const { access } = useSession()
  const pageCall = useServedCall('timeline.page')
  if (!pageCall) return fallback
  const call = callNamed('timeline.page')
  const isOpen =
    mayCall(call, access.user) && isSwitchedOn(call, undefined, access.user.userType, access.switches)
  return (
    isOpen && <Timeline pageCall={pageCall} subject={{ type, ...(id && { id }) }} restoring={restoring} />
  )
}
