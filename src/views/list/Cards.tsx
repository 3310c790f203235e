import { useEvent, useListContext } from 'ra-core'
import { memo } from 'react'
import { Link } from 'react-router-dom'

import { isBlank } from '../../../providers/changes.ts'
import type { AnyRecord } from '../../../resources/kit/index.ts'
import { Cell, optionsOf } from '../../fields/kinds.tsx'
import type { Column } from './columns.ts'
import { RowActions } from './RowActions.tsx'
import type { Rows } from './rows.ts'

type Props = { columns: readonly Column[]; rows: Rows }

/** A state stands beside the title; the next two facts that there are stand below it. */
const split = (columns: readonly Column[], record: AnyRecord, stateName: string | undefined) => {
  const others = columns.slice(1).filter(it => !isBlank(record[it.name]))
  const isState = ({ field }: Column) => optionsOf(field)?.some(([, , tone]) => tone) ?? false
  const state = others.find(it => it.name === stateName) ?? others.findLast(isState)
  return { state, facts: others.filter(it => it !== state).slice(0, 2) }
}

type CardProps = Props & { record: AnyRecord; isSelected: boolean; onToggle: (id: number) => void }

const Card = memo(function Card({ columns, rows, record, isSelected, onToggle }: CardProps) {
  const title = rows.titleOf(record)
  const path = rows.pathOf(record)
  const { state, facts } = split(columns, record, rows.stateName)
  return (
    <li className={isSelected ? 'card is-selected' : 'card'}>
      <div className="card-head">
        {rows.isSelectable && (
          <input
            type="checkbox"
            aria-label={`选择${title}`}
            checked={isSelected}
            onChange={() => onToggle(record.id)}
          />
        )}
        {path ? (
          <Link className="card-title" to={path}>
            {title}
          </Link>
        ) : (
          <span className="card-title">{title}</span>
        )}
        {state && <Cell field={state.field} value={record[state.name]} record={record} />}
      </div>
      <dl className="card-facts">
        {facts.map(({ name, field }) => (
          <div key={name}>
            <dt>{field.label}</dt>
            <dd>
              <Cell field={field} value={record[name]} record={record} />
            </dd>
          </div>
        ))}
      </dl>
      {rows.hasActions && (
        <RowActions
          record={record}
          title={title}
          editPath={rows.editPathOf(record)}
          pages={rows.pages}
          actions={rows.actions}
          most={2}
          onAct={rows.onAct}
        />
      )}
    </li>
  )
})

/** Rows on a narrow screen: title, state, two facts, one action. */
export const Cards = ({ columns, rows }: Props) => {
  const { data = [], selectedIds, onToggleItem } = useListContext<AnyRecord>()
  const onToggle = useEvent((id: number) => onToggleItem(id))
  return (
    <ul className="cards">
      {data.map(record => (
        <Card
          key={record.id}
          columns={columns}
          rows={rows}
          record={record}
          isSelected={selectedIds.includes(record.id)}
          onToggle={onToggle}
        />
      ))}
    </ul>
  )
}
