import { useListContext } from 'ra-core'

import type { AnyRecord } from '../../resources/kit/index.ts'
import { isOffered, type NamedAction } from './useRights.ts'

type Props = {
  actions: readonly NamedAction[]
  onAct: (action: NamedAction, records: readonly AnyRecord[]) => void
}

/** Stands in the place of the filters while rows are selected. Each action counts the rows it is offered for. */
export const BulkBar = ({ actions, onAct }: Props) => {
  const { data = [], selectedIds, onUnselectItems } = useListContext<AnyRecord>()
  const selected = data.filter(({ id }) => selectedIds.includes(id))
  return (
    <div className="bulk" role="toolbar" aria-label="批量操作">
      <span role="status">已选 {selected.length} 项</span>
      {actions.map(action => {
        const count = selected.filter(it => isOffered(action, it)).length
        return (
          <button
            key={action.name}
            type="button"
            className={action.isDanger ? 'button is-danger' : 'button'}
            disabled={count === 0}
            onClick={() => onAct(action, selected)}
          >
            {action.label}
            {count < selected.length && ` ${count}`}
          </button>
        )
      })}
      <button type="button" className="button button-quiet" onClick={() => onUnselectItems()}>
        取消选择
      </button>
    </div>
  )
}
