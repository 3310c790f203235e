import { useTranslate } from 'ra-core'

import { directoryFieldLabels } from '../../../resources/domain/directory.ts'
import { lawyers } from '../../../resources/lawyers/index.ts'
import { useRights } from '../../session/useRights.ts'
import { ButtonLink } from '../../ui/Button.tsx'
import { IntentLink } from '../../routing/IntentLink.tsx'
import { pathTo } from '../../routing/paths.ts'
import type { RowSelection } from './useSelection.ts'
import { type ComparedRow, keyLabels } from './words.ts'

type RowProps = { row: ComparedRow; selection: RowSelection }

const Differences = ({ row, selection: { selected, changeField } }: RowProps) => {
  const translate = useTranslate()
  const chosen = selected.get(row.index)
  if (row.differences.length === 0) return null
  return (
    <ul className="plain-list compared-fields">
      {row.differences.map(({ field, before, after, isKept }) => (
        <li key={field}>
          <label className="inline-check">
            <input
              type="checkbox"
              checked={chosen?.has(field) ?? false}
              disabled={row.isOffered === 0}
              onChange={({ target }) => changeField(row, field, target.checked)}
            />
            <span>
              {translate('%{label}：%{before} → %{after}', {
                label: translate(directoryFieldLabels[field]),
                before: before || translate('空'),
                after,
              })}
            </span>
          </label>
          {isKept === 1 && <small>{translate('这里手工改过；勾选后采用通讯录')}</small>}
        </li>
      ))}
    </ul>
  )
}

/** The person here, whose page opens if there is one; several where it is not clear which. */
const Candidates = ({ row: { kind, candidates, by } }: Pick<RowProps, 'row'>) => {
  const translate = useTranslate()
  if (kind !== 'match' || candidates.length === 0) return null
  const same = by.map(key => translate(keyLabels[key])).join(translate('、'))
  return (
    <p className="secondary">
      {translate('%{labels}相同：', { labels: same })}
      {candidates.map(({ id, name }) => (
        <IntentLink key={id} to={pathTo(lawyers.views.show!.path, id)}>
          {name}
        </IntentLink>
      ))}
    </p>
  )
}

const factsOf = ({ mobile, officeName, team }: ComparedRow) =>
  [mobile, officeName, team].filter(text => text).join(' · ')

const Row = ({ row, selection }: RowProps) => {
  const translate = useTranslate()
  const { mayOpen } = useRights()
  const leave = lawyers.pages['leave']!
  const facts = factsOf(row)
  return (
    <li className="compared">
      {row.isOffered === 1 ? (
        <label className="inline-check compared-name">
          <input
            type="checkbox"
            checked={selection.selected.has(row.index)}
            onChange={({ target }) => selection.change([row], target.checked)}
          />
          <strong>{row.name}</strong>
        </label>
      ) : (
        <strong className="compared-name">{row.name || translate('没有姓名')}</strong>
      )}
      <div>
        {facts && row.kind !== 'gone' && <p className="secondary">{facts}</p>}
        <Candidates row={row} />
        <Differences row={row} selection={selection} />
        {row.reason && <p className="compared-reason">{translate(row.reason)}</p>}
      </div>
      {row.kind === 'gone' && mayOpen(leave) && (
        <ButtonLink
          to={pathTo(leave.path, row.lawyerId)}
          aria-label={translate('办理离所：%{name}', { name: row.name })}
        >
          {translate('办理离所')}
        </ButtonLink>
      )}
    </li>
  )
}

/** The rows of one kind, and a box that chooses all of them. */
export const ComparedRows = ({
  rows,
  label,
  hidden,
  selection,
}: {
  rows: readonly ComparedRow[]
  label: string
  /** How many more rows there are than are listed. */
  hidden: number
  selection: RowSelection
}) => {
  const translate = useTranslate()
  const offered = rows.filter(it => it.isOffered === 1)
  return (
    <>
      {offered.length > 1 && (
        <label className="inline-check">
          <input
            type="checkbox"
            checked={offered.every(it => selection.selected.has(it.index))}
            onChange={({ target }) => selection.change(offered, target.checked)}
          />
          {translate('全选这 %{count} 人', { count: offered.length })}
        </label>
      )}
      <ul className="plain-list lined" aria-label={label}>
        {rows.map(row => (
          <Row key={row.index} row={row} selection={selection} />
        ))}
      </ul>
      {hidden > 0 && (
        <p className="secondary">
          {translate('另有 %{count} 人没有列出，应用后继续显示。', { count: hidden })}
        </p>
      )}
    </>
  )
}
