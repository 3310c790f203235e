import { useTranslate } from 'ra-core'
import { useState } from 'react'
import { Link, useSearchParams } from 'react-router-dom'

import { transfers } from '../../../resources/lawyers/transfers.ts'
import { proposals } from '../../../resources/proposals.ts'
import { type ReviewKind, reviewKinds } from '../../../resources/reviews.ts'
import { waitingOfKind } from '../../review/waitingOfKind.ts'
import { useServedCall } from '../../session/useCall.ts'
import { useRights } from '../../session/useRights.ts'
import { Button } from '../../ui/Button.tsx'
import { filteredListPath } from '../../routing/filteredListPath.ts'
import { PageActions } from '../../layout/pageSlots.tsx'
import { StatePage } from '../../states/StatePage.tsx'
import { useNarrow } from '../../browser/useNarrow.ts'
import { Loaded } from '../../states/Loaded.tsx'
import { takeUnconfirmed } from '../../review/decisions/unconfirmedDecisions.ts'
import { useReviewKeys } from '../../review/decisions/useReviewKeys.ts'
import { ShortcutHelp } from '../../palette/ShortcutHelp.tsx'
import { ReviewItem } from './ReviewItem.tsx'
import { PendingList } from './PendingList.tsx'
import { QueueList } from './QueueList.tsx'
import { ReturnedList } from './ReturnedList.tsx'
import { queueKeyOf, type ReviewQueue } from './subject.ts'
import { type Desk, useDesk } from './useDesk.ts'
import { type QueueFilter, useQueue } from './useQueue.ts'

import './reviewDesk.css'

const isKind = (text: string | null): text is ReviewKind => reviewKinds.some(([kind]) => kind === text)

/** Filter of the queue, stored in the address, so that other pages can link to it. */
const useQueueFilter = (): [QueueFilter, (filter: QueueFilter) => void] => {
  const [params, setParams] = useSearchParams()
  const kind = params.get('kind')
  const isOverdue = params.get('overdue') === '1' ? 1 : undefined
  const set = (filter: QueueFilter) =>
    setParams(
      {
        ...(filter.kind && { kind: filter.kind }),
        ...(filter.isOverdue && { overdue: '1' }),
        ...(filter.isAssigned && { assigned: '1' }),
        ...(filter.tokenId && { origin: String(filter.tokenId) }),
      },
      { replace: true },
    )
  const isAssigned = params.get('assigned') === '1' ? 1 : undefined
  const tokenId = kind === 'proposal' ? Number(/^\d{1,15}$/.exec(params.get('origin') ?? '')?.[0] ?? 0) : 0
  return [
    {
      ...(isKind(kind) && { kind }),
      ...(isOverdue && { isOverdue }),
      ...(isAssigned && { isAssigned }),
      ...(tokenId > 0 && { tokenId }),
    },
    set,
  ]
}

/** Link to the transfer requests, which are decided in their own list. */
const TransfersLink = ({ count }: { count: number }) => {
  const translate = useTranslate()

  const { mayOpen } = useRights()
  const list = transfers.views.list!
  if (count === 0 || !mayOpen(list)) return null
  return (
    <Link className="list-tab" to={filteredListPath(list.path, { status: 0 })}>
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
        <button
          key={tokenId}
          type="button"
          className="list-tab"
          aria-pressed={filter.tokenId === tokenId}
          onClick={() => onChange({ ...filter, tokenId: filter.tokenId === tokenId ? undefined : tokenId })}
        >
          {translate('来源：%{name}', { name })}
          <span className="list-tab-count">{count}</span>
        </button>
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

const QueueTabs = ({ counts, origins, filter, onChange }: TabsProps) => {
  const translate = useTranslate()
  const mayAssign = useServedCall('cards.assign') !== null
  const countName = filter.isOverdue ? 'overdue' : 'all'
  const { mayOpen } = useRights()
  const { tabs, overdue } = useKindTabs(counts, filter)
  return (
    <>
      <div className="list-tabs" role="group" aria-label={translate('筛选')}>
        {tabs.map(([kind, label, count]) => (
          <button
            key={label}
            type="button"
            className="list-tab"
            aria-pressed={filter.kind === kind}
            onClick={() => onChange({ ...filter, kind, tokenId: undefined })}
          >
            {label}
            <span className="list-tab-count">{count}</span>
          </button>
        ))}
        <button
          type="button"
          className="list-tab"
          aria-pressed={filter.isOverdue === 1}
          onClick={() => onChange({ ...filter, isOverdue: filter.isOverdue ? undefined : 1 })}
        >
          {translate('已超时')}
          <span className="list-tab-count">{overdue}</span>
        </button>
        {mayAssign && (
          <button
            type="button"
            className="list-tab"
            aria-pressed={filter.isAssigned === 1}
            onClick={() => onChange({ ...filter, isAssigned: filter.isAssigned ? undefined : 1 })}
          >
            {translate('分配给我')}
          </button>
        )}
        <TransfersLink count={counts.transfer?.[countName] ?? 0} />
      </div>
      {filter.kind === 'proposal' && mayOpen(proposals.views.list!) && (
        <ProposalTabs origins={origins} filter={filter} onChange={onChange} />
      )}
    </>
  )
}

const EmptyQueue = ({ isFiltered, onClear }: { isFiltered: boolean; onClear: () => void }) => {
  const translate = useTranslate()
  return (
    <StatePage
      picture="tray"
      title={isFiltered ? translate('没有符合条件的待审内容') : translate('没有待审核的事项')}
      text={
        isFiltered
          ? translate('可以查看全部待审内容。')
          : translate('有新的注册、名片或内容提交后会列在这里。')
      }
      actions={isFiltered && <Button onClick={onClear}>{translate('查看全部')}</Button>}
    />
  )
}

/** The queue: a list beside the item, or collapsible above it on a phone. */
const QueueSide = ({ desk }: { desk: Desk }) => {
  const translate = useTranslate()
  const isNarrow = useNarrow()
  const { rows, slaHours, current, at, failedKeys, choose } = desk
  const list = (
    <QueueList
      rows={rows}
      slaHours={slaHours}
      current={current && queueKeyOf(current)}
      returned={failedKeys}
      onChoose={choose}
    />
  )
  if (!isNarrow) return <div className="desk-side">{list}</div>
  return (
    <details className="desk-side">
      <summary>
        {current
          ? translate('第 %{at} 项，共 %{count} 项', { at: at + 1, count: rows.length })
          : translate('队列')}
      </summary>
      {list}
    </details>
  )
}

const StepButtons = ({ desk: { at, rows, move } }: { desk: Desk }) => {
  const translate = useTranslate()
  return (
    <PageActions>
      <Button look="quiet" disabled={at === 0} title="K" onClick={() => move(-1)}>
        {translate('上一项')}
      </Button>
      <Button look="quiet" disabled={at === rows.length - 1} title="J" onClick={() => move(1)}>
        {translate('下一项')}
      </Button>
    </PageActions>
  )
}

const CurrentItem = ({ desk }: { desk: Desk }) => {
  const { current, slaHours, corrections, returned, isMoved, decide } = desk
  if (!current) return null
  const key = queueKeyOf(current)
  return (
    <ReviewItem
      key={key}
      row={current}
      slaHours={slaHours}
      corrections={corrections.of(key)}
      returned={returned[key]}
      isMoved={isMoved}
      onDecide={decide}
    />
  )
}

/** Shortcuts of the desk; those of a decision belong to the item. */
const DeskKeys = ({ desk: { move, undo } }: { desk: Desk }) => {
  const translate = useTranslate()
  const [isHelpOpen, setHelpOpen] = useState(false)
  useReviewKeys({ next: () => move(1), previous: () => move(-1), undo: () => undo() })
  return (
    <>
      <PageActions>
        <Button look="quiet" onClick={() => setHelpOpen(true)}>
          {translate('快捷键 ?')}
        </Button>
      </PageActions>
      {isHelpOpen && <ShortcutHelp onClose={() => setHelpOpen(false)} />}
    </>
  )
}

type PageProps = { queue: ReviewQueue; filter: QueueFilter; onFilter: (filter: QueueFilter) => void }

const DeskPage = ({ queue, filter, onFilter }: PageProps) => {
  const desk = useDesk(queue)
  const [unconfirmed] = useState(takeUnconfirmed)
  const isFiltered = Object.values(filter).some(it => it !== undefined)
  return (
    <>
      {desk.current && <StepButtons desk={desk} />}
      <DeskKeys desk={desk} />
      <QueueTabs counts={desk.counts} origins={queue.origins} filter={filter} onChange={onFilter} />
      <ReturnedList unconfirmed={unconfirmed} rows={queue.records} desk={desk} />
      {desk.current ? (
        <div className="review-desk">
          <QueueSide desk={desk} />
          <div className="desk-item">
            <CurrentItem desk={desk} />
          </div>
        </div>
      ) : (
        <EmptyQueue isFiltered={isFiltered} onClear={() => onFilter({})} />
      )}
      <PendingList entries={desk.pending} onUndo={desk.undo} />
      <p className="hidden-text" role="status">
        {desk.announcement}
      </p>
    </>
  )
}

/** Page 审核台: all items that wait for this reviewer, one after another, with keyboard shortcuts. */
export const ReviewDesk = () => {
  const [filter, setFilter] = useQueueFilter()
  return (
    <Loaded query={useQueue(filter)}>
      {queue => <DeskPage queue={queue} filter={filter} onFilter={setFilter} />}
    </Loaded>
  )
}
