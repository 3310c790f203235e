import { useEvent, useTranslate } from 'ra-core'
import { useMemo } from 'react'

import type { AnyRecord, AnyEntity } from '../../resources/kit/index.ts'
import { isQuick, type OnAct } from '../record/actions/RecordActions.tsx'
import { useRights } from '../shell/useRights.ts'
import { recordTitle } from '../shell/recordTitle.ts'
import { pathTo } from '../shell/paths.ts'
import type { Translate } from '../../resources/kit/translate.ts'

/** Of the column of checkboxes (table.css). */
const checkWidth = 44
/** So many ways stand in a row; the others are behind 更多. */
export const waysInRow = 2

/** Pixels of a way in its size of 13: Chinese characters are as wide as high, others a little over half of it at most. */
const widthOfWay = (label: string) =>
  [...label].reduce((width, sign) => width + (/\p{Script=Han}/u.test(sign) ? 13 : 7.3), 14)

/** Of the cell they stand in, whatever the language: 编辑, the longest of those that may stand beside it, and 更多. */
const widthOfWays = (labels: readonly string[], mayEdit: boolean, translate: Translate) => {
  const others = labels.map(widthOfWay).toSorted((one, other) => other - one)
  const inRow = mayEdit ? [widthOfWay(translate('编辑')), ...others] : others
  const shown = [...inRow.slice(0, waysInRow), widthOfWay(translate('更多'))]
  return Math.ceil(shown.reduce((sum, width) => sum + width, 20))
}

/** What every row shares. One object that stays the same, so that memoised rows stay drawn. */
export const useRows = (resource: AnyEntity, start: OnAct) => {
  const translate = useTranslate()
  const { actionsOn, mayEdit: mayEditRow, mayOpen, pagesOf, pathOf } = useRights()
  const onAct = useEvent(start)
  const { edit } = resource.views
  const mayEdit = mayOpen(edit)
  const actions = actionsOn(resource, 'row')
  const isSelectable = actionsOn(resource, 'bulk').length > 0
  const pages = pagesOf(resource)
  const quick = actions.filter(isQuick)
  const beside = quick.length + pages.length > 0 ? quick : actions
  const actionsWidth = widthOfWays(
    [...beside.map(it => translate(it.label)), ...pages.map(it => translate(it.title))],
    mayEdit,
    translate,
  )
  // Rights change with the user alone, and he reloads the page.
  const labels = actions.map(({ label }) => label).join()
  return useMemo(() => {
    const editPathOf = (record: AnyRecord) =>
      edit && mayEditRow(resource, record) ? pathTo(edit.path, record.id) : undefined
    return {
      titleName: resource.title,
      hasFace: resource.avatarField !== undefined,
      /** The picture of a person, where rows are persons. */
      faceOf: (record: AnyRecord) => (record[resource.avatarField ?? ''] ?? null) as string | null,
      titleOf: (record: AnyRecord) => recordTitle(resource, record, translate),
      /** Where the first cell leads. */
      pathOf: (record: AnyRecord) => pathOf(resource, record),
      editPathOf,
      /** The field of the tabs: the state that people go by. */
      stateName: resource.tabs?.field,
      pages,
      actions,
      hasActions: actions.length > 0 || mayEdit || pages.length > 0,
      actionsWidth,
      isSelectable,
      onAct,
    }
    // eslint-disable-next-line react/exhaustive-deps -- `actions`, `pages` and what asks for rights are new each time; labels tell a change
  }, [resource, labels, actionsWidth, mayEdit, isSelectable, onAct, translate])
}

export type Rows = ReturnType<typeof useRows>

/** Of a face and what is around it. */
export const faceWidth = 36

/** Of what stands beside the columns. */
export const widthBeside = ({ isSelectable, hasActions, actionsWidth, hasFace }: Rows) =>
  (isSelectable ? checkWidth : 0) + (hasActions ? actionsWidth : 0) + (hasFace ? faceWidth : 0)
