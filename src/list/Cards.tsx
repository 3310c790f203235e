import { RecordContextProvider, useEvent, useListContext, useTranslate } from 'ra-core'
import { memo } from 'react'

import { isBlank } from '../../resources/domain/sameness.ts'
import type { AnyRecord } from '../../resources/kit/index.ts'
import { RecordActions } from '../record/actions/RecordActions.tsx'
import { PersonPicture } from '../fields/PersonPicture.tsx'
import { Cell, filterOptionsOf } from '../fields/kinds.tsx'
import { IntentLink } from '../shell/IntentLink.tsx'
import type { ListColumn } from './columns.ts'
import type { Rows } from './rows.ts'

type Props = { columns: readonly ListColumn[]; rows: Rows }

const isState = ({ field }: ListColumn) => filterOptionsOf(field)?.some(([, , tone]) => tone) ?? false
/** Words to choose from stand last. */
const rank = ({ field }: ListColumn) => Number(filterOptionsOf(field) !== undefined)
const isLong = ({ field }: ListColumn) => 'isMultiline' in field && field.isMultiline

/** A state stands beside the title; below it two facts, and what somebody wrote at length. */
const cardFacts = (columns: readonly ListColumn[], record: AnyRecord, { titleName, stateName }: Rows) => {
  const filled = columns.filter(({ name }) => name !== titleName && !isBlank(record[name]))
  const state = filled.find(({ name }) => name === stateName) ?? filled.find(isState)
  const others = filled.filter(column => column !== state).toSorted((one, other) => rank(one) - rank(other))
  return { state, facts: others.filter((it, at) => at < 2 || isLong(it)) }
}

type CardProps = Props & { record: AnyRecord; isSelected: boolean; onToggle: (id: number) => void }

const Card = memo(function Card({ columns, rows, record, isSelected, onToggle }: CardProps) {
  const translate = useTranslate()
  const title = rows.titleOf(record)
  const path = rows.pathOf(record)
  const { state, facts } = cardFacts(columns, record, rows)
  return (
    <li className={isSelected ? 'card is-selected' : 'card'}>
      <div className="card-head">
        {rows.isSelectable && (
          <label>
            <input
              type="checkbox"
              aria-label={translate('选择%{title}', { title })}
              checked={isSelected}
              onChange={() => onToggle(record.id)}
            />
          </label>
        )}
        {rows.hasFace && <PersonPicture name={rows.titleOf(record)} picture={rows.faceOf(record)} />}
        {path ? (
          <IntentLink className="card-title" to={path}>
            {title}
          </IntentLink>
        ) : (
          <span className="card-title">{title}</span>
        )}
        {state && <Cell field={state.field} value={record[state.name]} record={record} />}
      </div>
      <dl className="card-facts">
        {facts.map(({ name, field }) => (
          <div key={name}>
            <dt>{translate(field.label)}</dt>
            <dd>
              <Cell field={field} value={record[name]} record={record} />
            </dd>
          </div>
        ))}
      </dl>
      {rows.hasActions && (
        <div className="row-actions">
          <RecordActions ways={rows} isInRow max={2} />
        </div>
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
        <RecordContextProvider key={record.id} value={record}>
          <Card
            columns={columns}
            rows={rows}
            record={record}
            isSelected={selectedIds.includes(record.id)}
            onToggle={onToggle}
          />
        </RecordContextProvider>
      ))}
    </ul>
  )
}
