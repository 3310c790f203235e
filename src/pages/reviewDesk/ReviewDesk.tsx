import { useTranslate } from 'ra-core'
import { useState } from 'react'
import { useSearchParams } from 'react-router-dom'

import { type ReviewKind, reviewKinds } from '../../../resources/reviews.ts'
import { Button } from '../../ui/Button.tsx'
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
import { QueueTabs } from './QueueTabs.tsx'
import { ReturnedList } from './ReturnedList.tsx'
import { queueKeyOf, type ReviewQueue } from './subjects/subject.ts'
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
