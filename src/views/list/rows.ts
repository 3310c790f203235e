import { useEvent } from 'ra-core'
import { useMemo } from 'react'

import type { AnyRecord, AnyResource, Route } from '../../../resources/kit/index.ts'
import { type NamedAction, useRights } from '../../actions/useRights.ts'

/** What every row shares. One object that stays the same, so that memoised rows stay drawn. */
export type Rows = {
  titleOf: (record: AnyRecord) => string
  /** Where the first cell leads. */
  pathOf: (record: AnyRecord) => string | undefined
  editPathOf: (record: AnyRecord) => string | undefined
  /** Pages about one record, each with `:id` in its path. */
  pages: readonly Route[]
  /** The field of the tabs: the state that people go by. */
  stateName: string | undefined
  actions: readonly NamedAction[]
  hasActions: boolean
  isSelectable: boolean
  onAct: (action: NamedAction, records: readonly AnyRecord[]) => void
}

export const useRows = (resource: AnyResource, start: Rows['onAct']): Rows => {
  const { actionsOn, mayEdit: mayEditRow, mayOpen, pagesOf } = useRights()
  const onAct = useEvent(start)
  const { show, edit } = resource.views
  const mayShow = mayOpen(show)
  const mayEdit = mayOpen(edit)
  const actions = actionsOn(resource, 'row')
  const isSelectable = actionsOn(resource, 'bulk').length > 0
  // Rights change with the user alone, and he reloads the page.
  const names = actions.map(it => it.name).join()
  return useMemo(() => {
    const pathFor = (path: string | undefined) => (record: AnyRecord) =>
      path?.replace(':id', String(record.id))
    const editPathOf = (record: AnyRecord) =>
      mayEditRow(resource, record) ? pathFor(edit?.path)(record) : undefined
    const pages = pagesOf(resource)
    return {
      titleOf: record => String(record[resource.title] ?? record.id),
      pathOf: mayShow ? pathFor(show?.path) : editPathOf,
      editPathOf,
      stateName: resource.tabs?.field,
      pages,
      actions,
      hasActions: actions.length > 0 || mayEdit || pages.length > 0,
      isSelectable,
      onAct,
    }
    // eslint-disable-next-line react/exhaustive-deps -- `actions` and what asks for rights are new each time; names tell a change
  }, [resource, names, mayShow, mayEdit, isSelectable, onAct])
}
