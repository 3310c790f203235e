import { useEvent, useTranslate } from 'ra-core'
import { useMemo } from 'react'

import type { AnyRecord, AnyEntity } from '../../../resources/kit/index.ts'
import { isImmediate, type OnAct } from '../../record/actions/RecordActions.tsx'
import { useRights } from '../../session/useRights.ts'
import { recordTitle } from '../../routing/recordTitle.ts'
import { pathTo } from '../../routing/paths.ts'
import type { Translate } from '../../../resources/kit/translate.ts'

/** Pixels; the same as in table.css. */
const checkboxWidth = 44
/** Number of actions that a row shows; the others are in the menu 更多. */
export const maxRowActions = 2

/**
 * Estimated width in px of an action's button with 13 px text: Chinese characters are square, others just over half
 * as wide.
 */
const actionWidth = (label: string) =>
  [...label].reduce((width, sign) => width + (/\p{Script=Han}/u.test(sign) ? 13 : 7.3), 14)

/** Width in px of the actions' cell in the current language: 编辑, the longest other action and the menu 更多. */
const actionsCellWidth = (labels: readonly string[], mayEdit: boolean, translate: Translate) => {
  const others = labels.map(actionWidth).toSorted((one, other) => other - one)
  const inRow = mayEdit ? [actionWidth(translate('编辑')), ...others] : others
  const shown = [...inRow.slice(0, maxRowActions), actionWidth(translate('更多'))]
  return Math.ceil(shown.reduce((sum, width) => sum + width, 20))
}

/** The page of a row's record; undefined if it has none that the user may open. */
export type RowPath = (record: AnyRecord) => string | undefined

/**
 * Properties and functions that all rows of a list share. The object is stable, so that memoised rows do not render
 * again.
 */
export const useRowModel = (resource: AnyEntity, start: OnAct, rowPath?: RowPath) => {
  const translate = useTranslate()
  const { actionsOn, mayEdit: mayEditRow, mayOpen, pagesOf, pathOf } = useRights()
  const onAct = useEvent(start)
  const { edit } = resource.views
  const mayEdit = mayOpen(edit)
  const actions = actionsOn(resource, 'row')
  const isSelectable = actionsOn(resource, 'bulk').length > 0
  const pages = pagesOf(resource).filter(it => !it.isOffRow)
  const quick = actions.filter(isImmediate)
  const visibleActions = quick.length + pages.length > 0 ? quick : actions
  const actionsWidth = actionsCellWidth(
    [...visibleActions.map(it => translate(it.label)), ...pages.map(it => translate(it.title))],
    mayEdit,
    translate,
  )
  // Rights can only change with a reload of the page, so that the labels identify the actions.
  const labels = actions.map(({ label }) => label).join()
  return useMemo(() => {
    const editPathOf = (record: AnyRecord) =>
      edit && mayEditRow(resource, record) ? pathTo(edit.path, record.id) : undefined
    return {
      titleName: resource.title,
      hasFace: resource.avatarField !== undefined,
      /** Portrait of the person, in lists of persons. */
      faceOf: (record: AnyRecord) => (record[resource.avatarField ?? ''] ?? null) as string | null,
      titleOf: (record: AnyRecord) => recordTitle(resource, record, translate),
      /** Page that the first cell links to. */
      pathOf: rowPath ?? ((record: AnyRecord) => pathOf(resource, record)),
      editPathOf,
      /** The field of the list's tabs, whose value is the state shown on a card. */
      stateName: resource.tabs?.field,
      pages,
      actions,
      hasActions: actions.length > 0 || mayEdit || pages.length > 0,
      actionsWidth,
      isSelectable,
      onAct,
    }
    // eslint-disable-next-line react/exhaustive-deps -- `actions`, `pages` and the functions of `useRights` are new on each render; the labels tell whether they changed. `rowPath` depends on the resource alone.
  }, [resource, labels, actionsWidth, mayEdit, isSelectable, onAct, translate])
}

export type RowModel = ReturnType<typeof useRowModel>

/** Width in px of a portrait with its margin. */
export const pictureWidth = 36

/** Width in px of everything beside the columns: checkbox, portrait and actions. */
export const nonColumnWidth = ({ isSelectable, hasActions, actionsWidth, hasFace }: RowModel) =>
  (isSelectable ? checkboxWidth : 0) + (hasActions ? actionsWidth : 0) + (hasFace ? pictureWidth : 0)
