import { useEvent } from 'ra-core'
import { useMemo } from 'react'

import type { AnyRecord, AnyResource } from '../../../resources/kit/index.ts'
import type { OnAct } from '../../actions/RecordActions.tsx'
import { useRights } from '../../actions/useRights.ts'
import { recordTitle } from '../../i18n/recordTitle.ts'
import { pathTo } from '../../layout/paths.ts'

/** Of the column of checkboxes (table.css). */
const checkWidth = 44
/** So many ways stand in a row; the others are behind 更多. */
export const waysInRow = 2

/** Of the cell they stand in, with 更多: 编辑 and a word of five characters. */
export const actionsWidth = 192

/** What every row shares. One object that stays the same, so that memoised rows stay drawn. */
export const useRows = (resource: AnyResource, start: OnAct) => {
  const { actionsOn, mayEdit: mayEditRow, mayOpen, pagesOf } = useRights()
  const onAct = useEvent(start)
  const { show, edit } = resource.views
  const mayShow = mayOpen(show)
  const mayEdit = mayOpen(edit)
  const actions = actionsOn(resource, 'row')
  const isSelectable = actionsOn(resource, 'bulk').length > 0
  // Rights change with the user alone, and he reloads the page; labels are copied in the language of the moment.
  const labels = actions.map(({ label }) => label).join()
  return useMemo(() => {
    const editPathOf = (record: AnyRecord) =>
      edit && mayEditRow(resource, record) ? pathTo(edit.path, record.id) : undefined
    const pages = pagesOf(resource)
    return {
      titleName: resource.title,
      hasFace: resource.face !== undefined,
      /** The picture of a person, where rows are persons. */
      faceOf: (record: AnyRecord) => (record[resource.face ?? ''] ?? null) as string | null,
      titleOf: (record: AnyRecord) => recordTitle(resource, record),
      /** Where the first cell leads. */
      pathOf: show && mayShow ? (record: AnyRecord) => pathTo(show.path, record.id) : editPathOf,
      editPathOf,
      /** The field of the tabs: the state that people go by. */
      stateName: resource.tabs?.field,
      pages,
      actions,
      hasActions: actions.length > 0 || mayEdit || pages.length > 0,
      isSelectable,
      onAct,
    }
    // eslint-disable-next-line react/exhaustive-deps -- `actions` and what asks for rights are new each time; labels tell a change
  }, [resource, labels, mayShow, mayEdit, isSelectable, onAct])
}

export type Rows = ReturnType<typeof useRows>

/** Of a face and what is around it. */
export const faceWidth = 36

/** Of what stands beside the columns. */
export const widthBeside = ({ isSelectable, hasActions, hasFace }: Rows) =>
  (isSelectable ? checkWidth : 0) + (hasActions ? actionsWidth : 0) + (hasFace ? faceWidth : 0)
