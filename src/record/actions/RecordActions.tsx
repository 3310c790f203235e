import { useRecordContext, useTranslate } from 'ra-core'
import { memo } from 'react'

import type { AnyRecord, PageRoute } from '../../../resources/kit/index.ts'
import { Button, ButtonLink } from '../../ui/Button.tsx'
import { IntentLink } from '../../routing/IntentLink.tsx'
import { pathTo } from '../../routing/paths.ts'
import { MenuButton } from '../../ui/PopupButton.tsx'
import type { Translate } from '../../../resources/kit/translate.ts'
import { isActionOffered } from '../../../providers/access.ts'
import type { NamedAction } from '../../session/useRights.ts'

export type OnAct = (action: NamedAction, records: readonly AnyRecord[]) => void

type ActionSource = {
  /** Pages about one record, with `:id` in their paths. */
  pages: readonly PageRoute[]
  actions: readonly NamedAction[]
  onAct: OnAct
  /** Title of a record, for accessible names on screens with several records. */
  titleOf?: (record: AnyRecord) => string
  editPathOf?: (record: AnyRecord) => string | undefined
}

/** Whether the action runs with a single click, because it asks nothing and deletes nothing. */
export const isImmediate = ({ ask, confirm, isDanger }: NamedAction) => !ask && !confirm && !isDanger

/** Links and buttons for a record: editing, the first immediate action, pages, and the remaining actions. */
const actionsOf = (
  record: AnyRecord,
  { pages, actions, onAct, titleOf, editPathOf }: ActionSource,
  translate: Translate,
) => {
  const title = titleOf?.(record)
  const editPath = editPathOf?.(record)
  const editName = title && translate('编辑%{title}', { title })
  const edit = editPath
    ? [{ key: 'edit', label: translate('编辑'), name: editName, to: editPath, isDanger: undefined }]
    : []
  const availableActions = actions
    .filter(action => isActionOffered(action, record))
    .map(action => ({
      key: action.name,
      label: translate(action.label),
      name: title && translate('%{verb}%{label}', { verb: translate(action.label), label: title }),
      isDanger: action.isDanger,
      isFirst: isImmediate(action),
      onChoose: () => onAct(action, [record]),
    }))
  const linked = pages
    .filter(page => page.when?.(record) ?? true)
    .map(page => ({
      key: page.path,
      label: translate(page.title),
      name: title && translate('%{title}的%{title2}', { title, title2: translate(page.title) }),
      to: pathTo(page.path, record.id),
      isDanger: page.isDanger,
    }))
  const first = availableActions[0]?.isFirst ? availableActions.slice(0, 1) : []
  return [...edit, ...first, ...linked, ...availableActions.slice(first.length)]
}

type Props = {
  /** The same object for all rows of a list, so that memoised rows do not render again. */
  source: ActionSource
  /** Uses plain HTML, because with MUI's buttons a hundred rows take twice as long to render. */
  isInRow?: boolean
  /** Number of buttons and links shown; the others are in a menu. */
  max: number
}

const rowAction = 'row-action'

type ActionButtonProps = { item: ReturnType<typeof actionsOf>[number]; isInRow: boolean }

const ActionButton = ({ item, isInRow }: ActionButtonProps) => {
  const named = { 'aria-label': item.name, children: item.label }
  const className = item.isDanger ? `${rowAction} is-danger` : rowAction
  if ('to' in item)
    return isInRow ? (
      <IntentLink {...named} className={className} to={item.to} />
    ) : (
      <ButtonLink {...named} isDanger={item.isDanger} to={item.to} />
    )
  return isInRow ? (
    <button {...named} type="button" className={className} onClick={item.onChoose} />
  ) : (
    <Button {...named} isDanger={item.isDanger} onClick={item.onChoose} />
  )
}

/** Buttons and links for the current record (react-admin's RecordContext). */
export const RecordActions = memo(function RecordActions({ source, isInRow = false, max }: Props) {
  const translate = useTranslate()
  const record = useRecordContext<AnyRecord>()
  if (!record) return null
  const all = actionsOf(record, source, translate)
  const title = source.titleOf?.(record)
  // A last action whose label is as short as 更多 is shown instead of a menu with a single item.
  const shown =
    all.length === max + 1 && all[max]!.label.length <= translate('更多').length ? all.length : max
  const rest = all.slice(shown)
  return (
    <>
      {all.slice(0, shown).map(item => (
        <ActionButton key={item.key} item={item} isInRow={isInRow} />
      ))}
      {rest.length > 0 && (
        <MenuButton
          label={translate('更多')}
          name={title && translate('%{title}的更多操作', { title })}
          className={isInRow ? rowAction : undefined}
          items={rest}
        />
      )}
    </>
  )
})
