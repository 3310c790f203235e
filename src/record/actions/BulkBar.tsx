import { useListContext, useTranslate } from 'ra-core'

import type { AnyRecord } from '../../../resources/kit/index.ts'
import { Button } from '../../shell/Button.tsx'
import type { OnAct } from './RecordActions.tsx'
import { isActionOffered, type NamedAction } from '../../shell/useRights.ts'

type Props = { actions: readonly NamedAction[]; onAct: OnAct }

/** Replaces the filters while rows are selected. Each action shows the number of selected rows that it applies to. */
export const BulkBar = ({ actions, onAct }: Props) => {
  const translate = useTranslate()
  const { data = [], selectedIds, onUnselectItems } = useListContext<AnyRecord>()
  const selected = data.filter(({ id }) => selectedIds.includes(id))
  return (
    <div className="bulk" role="toolbar" aria-label={translate('批量操作')}>
      <span role="status">{translate('已选 %{count} 项', { count: selected.length })}</span>
      {actions.map(action => {
        const count = selected.filter(record => isActionOffered(action, record)).length
        const label =
          count < selected.length ? `${translate(action.label)} ${count}` : translate(action.label)
        return (
          <Button
            key={action.name}
            isDanger={action.isDanger}
            disabled={count === 0}
            onClick={() => onAct(action, selected)}
          >
            {label}
          </Button>
        )
      })}
      <Button look="quiet" onClick={() => onUnselectItems()}>
        {translate('取消选择')}
      </Button>
    </div>
  )
}
