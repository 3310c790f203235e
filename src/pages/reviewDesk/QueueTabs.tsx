import { useTranslate } from 'ra-core'
import { Link } from 'react-router-dom'

import { filteredListPath } from '../../../resources/kit/filteredListPath.ts'
import { transfers } from '../../../resources/lawyers/transfers.ts'
import { proposals } from '../../../resources/proposals.ts'
import { type ReviewKind, reviewKinds } from '../../../resources/reviews.ts'
import { waitingOfKind } from '../../review/waitingOfKind.ts'
import { useServedCall } from '../../session/useCall.ts'
import { useRights } from '../../session/useRights.ts'
import type { ReviewQueue } from './subjects/subject.ts'
import type { QueueFilter } from './useQueue.ts'

type TabProps = { label: string; count?: number; isPressed: boolean; onPress: () => void }

const Tab = ({ label, count, isPressed, onPress }: TabProps) => (
  <button type="button" className="list-tab" aria-pressed={isPressed} onClick={onPress}>
    {label}
    {count !== undefined && <span className="list-tab-count">{count}</span>}
  </button>
)

/** Link to the transfer requests, which are decided in their own list. */
const TransfersLink = ({ count }: { count: number }) => {
  const translate = useTranslate()
  const { mayOpen } = useRights()
  const list = transfers.views.list!
  if (count === 0 || !mayOpen(list)) return null
  return (
    <Link className="list-tab" to={filteredListPath(transfers, { status: 0 })}>
      {translate(transfers.label)}
      <span className="list-tab-count">{count}</span>
    </Link>
  )
}

/** Filter by the token of a proposal, and the link to all proposals with their decisions. */
const ProposalTabs = ({ origins = [], filter, onChange }: Omit<TabsProps, 'counts'>) => {
  const translate = useTranslate()
  const list = proposals.views.list!
  return (
    <div className="list-tabs" role="group" aria-label={translate('来源')}>
      {origins.map(({ tokenId, name, count }) => (
        <Tab
          key={tokenId}
          label={translate('来源：%{name}', { name })}
          count={count}
          isPressed={filter.tokenId === tokenId}
          onPress={() => onChange({ ...filter, tokenId: filter.tokenId === tokenId ? undefined : tokenId })}
        />
      ))}
      <Link className="list-tab" to={list.path}>
        {translate('全部代理建议')}
      </Link>
    </div>
  )
}

type TabsProps = {
  counts: ReviewQueue['counts']
  origins?: ReviewQueue['origins']
  filter: QueueFilter
  onChange: (filter: QueueFilter) => void
}

/** All kinds that the desk has tabs for, with the number of waiting items; a firm without agents has none for them. */
const useKindTabs = (counts: ReviewQueue['counts'], filter: QueueFilter) => {
  const translate = useTranslate()
  const countName = filter.isOverdue ? 'overdue' : 'all'
  const kinds = reviewKinds.filter(
    ([kind]) => kind !== 'proposal' || filter.kind === kind || waitingOfKind(counts, kind).all > 0,
  )
  const sum = kinds.reduce((total, [kind]) => total + waitingOfKind(counts, kind)[countName], 0)
  const overdue = kinds.reduce((total, [kind]) => total + waitingOfKind(counts, kind).overdue, 0)
  const tabs: [ReviewKind | undefined, string, number][] = [
    [undefined, translate('全部'), sum],
    ...kinds.map(([kind, label]): [ReviewKind, string, number] => [
      kind,
      translate(label),
      waitingOfKind(counts, kind)[countName],
    ]),
  ]
  return { tabs, overdue }
}

/** The kinds of what waits with their numbers, and the filters of the queue. */
export const QueueTabs = ({ counts, origins, filter, onChange }: TabsProps) => {
  const translate = useTranslate()
  const mayAssign = useServedCall('cards.assign') !== null
  const countName = filter.isOverdue ? 'overdue' : 'all'
  const { mayOpen } = useRights()
  const { tabs, overdue } = useKindTabs(counts, filter)
  return (
    <>
      <div className="list-tabs" role="group" aria-label={translate('筛选')}>
        {tabs.map(([kind, label, count]) => (
          <Tab
            key={label}
            label={label}
            count={count}
            isPressed={filter.kind === kind}
            onPress={() => onChange({ ...filter, kind, tokenId: undefined })}
          />
        ))}
        <Tab
          label={translate('已超时')}
          count={overdue}
          isPressed={filter.isOverdue === 1}
          onPress={() => onChange({ ...filter, isOverdue: filter.isOverdue ? undefined : 1 })}
        />
        {mayAssign && (
          <Tab
            label={translate('分配给我')}
            isPressed={filter.isAssigned === 1}
            onPress={() => onChange({ ...filter, isAssigned: filter.isAssigned ? undefined : 1 })}
          />
        )}
        <TransfersLink count={counts.transfer?.[countName] ?? 0} />
      </div>
      {filter.kind === 'proposal' && mayOpen(proposals.views.list!) && (
        <ProposalTabs origins={origins} filter={filter} onChange={onChange} />
      )}
    </>
  )
}
