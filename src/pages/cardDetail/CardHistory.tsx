import { useTranslate } from 'ra-core'

import { cards } from '../../../resources/cards/index.ts'
import type { OutputOf } from '../../../resources/kit/index.ts'
import { useServedCall } from '../../session/useCall.ts'
import { useRights } from '../../session/useRights.ts'
import { type CommonRevision, History } from '../../record/history/History.tsx'
import { useRestore } from '../../record/history/useRestore.ts'

type RevisionKind = OutputOf<(typeof cards.calls)['revisions']>[number]['kind']

const revisionLabels: Record<Exclude<RevisionKind, CommonRevision>, string> = {
  approve: '审核通过@event',
  reject: '驳回@event',
  effect: '生效@event',
}

type Props = { id: number; version: number; isWaiting: boolean }

/** History of a card; nothing can be restored during a review. */
export const CardHistory = ({ id, version, isWaiting }: Props) => {
  const translate = useTranslate()
  const { can } = useRights()
  const [revisionsCall, restoreCall] = [useServedCall('cards.revisions'), useServedCall('cards.restore')]
  const restoring = useRestore('cards', async to => restoreCall?.({ id, to, version }))
  if (!revisionsCall) return null
  return (
    <History
      queryKey={['cards', 'revisions', id, version]}
      load={signal => revisionsCall({ id }, { signal })}
      labels={revisionLabels}
      consequence={translate('已发布的名片随即改为恢复的内容，现有内容仍留在历史中。')}
      restoring={can(cards, 'restore') && !isWaiting ? restoring : undefined}
    />
  )
}
