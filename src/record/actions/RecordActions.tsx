import { useRecordContext, useTranslate } from 'ra-core'
import { memo } from 'react'

import type { AnyRecord, PageRoute } from '../../../resources/kit/index.ts'
import { Button, ButtonLink } from '../../shell/Button.tsx'
import { IntentLink } from '../../shell/IntentLink.tsx'
import { pathTo } from '../../shell/paths.ts'
import { MenuButton } from '../../shell/PopupButton.tsx'
import type { Translate } from '../../../resources/kit/translate.ts'
import { isOffered, type NamedAction } from '../../shell/useRights.ts'

export type OnAct = (action: NamedAction, records: readonly AnyRecord[]) => void

type Ways = {
  /** Pages about one record, each with `:id` in its path. */
  pages: readonly PageRoute[]
  actions: readonly NamedAction[]
  onAct: OnAct
  /** Where the screen shows several records. */
  titleOf?: (record: AnyRecord) => string
  editPathOf?: (record: AnyRecord) => string | undefined
}

/** It is done with one press: nothing is asked, nothing is lost. */
export const isQuick = ({ ask, confirm, isDanger }: NamedAction) => !ask && !confirm && !isDanger

/** What may be done with one record; before its pages stands what the record waits for. */
const waysOf = (
  record: AnyRecord,
  { pages, actions, onAct, titleOf, editPathOf }: Ways,
  translate: Translate,
) => {
  const title = titleOf?.(record)
  const editPath = editPathOf?.(record)
  const editName = title && translate('编辑%{title}', { title })
  const edit = editPath ? [{ key: 'edit', label: translate('编辑'), name: editName, to: editPath }] : []
  const offered = actions
    .filter(action => isOffered(action, record))
    .map(action => ({
      key: action.name,
      label: translate(action.label),
      name: title && translate('%{verb}%{label}', { verb: translate(action.label), label: title }),
      isDanger: action.isDanger,
      isFirst: isQuick(action),
      onChoose: () => onAct(action, [record]),
    }))
  const linked = pages
    .filter(page => page.when?.(record) ?? true)
    .map(page => ({
      key: page.path,
      label: translate(page.title),
      name: title && translate('%{title}的%{title2}', { title, title2: translate(page.title) }),
      to: pathTo(page.path, record.id),
    }))
  const first = offered[0]?.isFirst ? offered.slice(0, 1) : []
  return [...edit, ...first, ...linked, ...offered.slice(first.length)]
}

type Props = {
  /** The same object for all rows of a list, so that memoised rows stay drawn. */
  ways: Ways
  /** Plain HTML: with MUI's buttons, a hundred rows of a list would take twice as long to draw. */
  isInRow?: boolean
  /** So many ways stand here, the others in a menu. */
  max: number
}

const rowAction = 'row-action'

type WayProps = { way: ReturnType<typeof waysOf>[number]; isInRow: boolean }

const OneWay = ({ way, isInRow }: WayProps) => {
  const named = { 'aria-label': way.name, children: way.label }
  if ('to' in way)
    return isInRow ? (
      <IntentLink {...named} className={rowAction} to={way.to} />
    ) : (
      <ButtonLink {...named} to={way.to} />
    )
  return isInRow ? (
    <button
      {...named}
      type="button"
      className={way.isDanger ? `${rowAction} is-danger` : rowAction}
      onClick={way.onChoose}
    />
  ) : (
    <Button {...named} isDanger={way.isDanger} onClick={way.onChoose} />
  )
}

/** What may be done with the record of react-admin's context, as words. */
export const RecordActions = memo(function RecordActions({ ways, isInRow = false, max }: Props) {
  const translate = useTranslate()
  const record = useRecordContext<AnyRecord>()
  if (!record) return null
  const all = waysOf(record, ways, translate)
  const title = ways.titleOf?.(record)
  // A single short word takes no more room than 更多.
  const shown =
    all.length === max + 1 && all[max]!.label.length <= translate('更多').length ? all.length : max
  const rest = all.slice(shown)
  return (
    <>
      {all.slice(0, shown).map(way => (
        <OneWay key={way.key} way={way} isInRow={isInRow} />
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
