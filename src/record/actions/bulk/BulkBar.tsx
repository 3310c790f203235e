import { useListContext, useTranslate } from 'ra-core'
import { useState } from 'react'

import { bulkLimit } from '../../../../resources/domain/bulk.ts'
import type { AnyEntity, AnyRecord } from '../../../../resources/kit/index.ts'
import { Button } from '../../../ui/Button.tsx'
import { useGrouped } from '../../../language/countText.ts'
import { lazyComponent } from '../../../loading/lazyComponent.tsx'
import { recordTitle } from '../../../routing/recordTitle.ts'
import { isActionOffered } from '../../../../providers/access.ts'
import type { NamedAction } from '../../../session/useRights.ts'
import { recordNames } from '../actionTitle.ts'
import { filterQuery } from '../export/filterQuery.ts'
import type { OnAct } from '../RecordActions.tsx'
import { useBulkRuns } from './useBulkRuns.ts'

const BulkDialog = lazyComponent(() => import('./BulkDialog.tsx').then(it => it.BulkDialog))

type Props = {
  resource: AnyEntity
  /** Fixed conditions that are not shown as filters, such as the office whose administrators are listed. */
  filter: Readonly<Record<string, unknown>>
  actions: readonly NamedAction[]
  onAct: OnAct
}

type ChoiceProps = { count: number; total: number; isAll: boolean; onChoose: (isAll: boolean) => void }

/** Shows how many rows are selected, with a button to switch between those of the page and all that match the filter. */
const Choice = ({ count, total, isAll, onChoose }: ChoiceProps) => {
  const translate = useTranslate()
  const grouped = useGrouped()
  if (isAll)
    return (
      <>
        <span role="status">{translate('已选全部 %{total} 条', { total: grouped(total) })}</span>
        <Button look="link" onClick={() => onChoose(false)}>
          {translate('只选本页 %{count} 条', { count })}
        </Button>
      </>
    )
  return (
    <>
      <span role="status">{translate('已选本页 %{count} 条', { count })}</span>
      {total > bulkLimit ? (
        <small className="secondary">
          {translate('一次最多处理 %{count} 条，选择全部前请缩小筛选范围', { count: grouped(bulkLimit) })}
        </small>
      ) : (
        <Button look="link" onClick={() => onChoose(true)}>
          {translate('选择全部 %{total} 条', { total: grouped(total) })}
        </Button>
      )}
    </>
  )
}

/**
 * Replaces the filters while rows are selected. Each action shows the number of selected rows that it applies to. If all rows
 * of the filter are selected, the server checks each of them, in a job.
 */
export const BulkBar = ({ resource, filter, actions, onAct }: Props) => {
  const translate = useTranslate()
  const { data = [], total = 0, selectedIds, filterValues, onUnselectItems } = useListContext<AnyRecord>()
  const [isAll, setAll] = useState(false)
  const [chosen, setChosen] = useState<NamedAction | 'edit' | null>(null)
  const runs = useBulkRuns(resource)
  const selected = data.filter(({ id }) => selectedIds.includes(id))
  const isMore = runs !== null && total > data.length && actions.some(({ name }) => name in runs.actions)
  const isForAll = isAll && isMore
  const rowsOf = (action: NamedAction | 'edit' | null) =>
    action === null || action === 'edit' ? selected : selected.filter(it => isActionOffered(action, it))
  const concerned = rowsOf(chosen)
  const subject = {
    resource,
    count: isForAll ? total : concerned.length,
    filter: isForAll
      ? filterQuery(resource, { ...filterValues, ...filter })
      : { ...filter, ids: concerned.map(({ id }) => id) },
    names: isForAll ? '' : recordNames(concerned, it => recordTitle(resource, it, translate), translate),
    onClose: () => setChosen(null),
  }
  /** Several decisions that cannot be taken back begin after ten seconds, like those on all rows of the filter. */
  const isRun = (action: NamedAction) =>
    isForAll ||
    (runs !== null && action.name in runs.actions && action.undo === undefined && rowsOf(action).length > 1)
  const press = (action: NamedAction) => (isRun(action) ? setChosen(action) : onAct(action, selected))
  return (
    <div className="bulk" role="toolbar" aria-label={translate('批量操作')}>
      {isMore ? (
        <Choice count={selected.length} total={total} isAll={isAll} onChoose={setAll} />
      ) : (
        <span role="status">{translate('已选 %{count} 项', { count: selected.length })}</span>
      )}
      {actions.map(action => {
        const count = selected.filter(record => isActionOffered(action, record)).length
        const isSome = !isForAll && count < selected.length
        if (isForAll && !(action.name in runs.actions)) return null
        return (
          <Button
            key={action.name}
            isDanger={action.isDanger}
            disabled={!isForAll && count === 0}
            onClick={() => press(action)}
          >
            {isSome ? `${translate(action.label)} ${count}` : translate(action.label)}
          </Button>
        )
      })}
      {runs?.editing && <Button onClick={() => setChosen('edit')}>{translate('批量修改')}</Button>}
      <Button look="quiet" onClick={() => onUnselectItems()}>
        {translate('取消选择')}
      </Button>
      {runs && chosen && <BulkDialog {...subject} runs={runs} chosen={chosen} />}
    </div>
  )
}
