import { RecordContextProvider, useTranslate } from 'ra-core'
import { memo } from 'react'

import { isBlank } from '../../../resources/domain/sameness.ts'
import { type AnyRecord, optionsOf } from '../../../resources/kit/index.ts'
import { RecordActions } from '../../record/actions/RecordActions.tsx'
import { PersonPicture } from '../../fields/choice/PersonPicture.tsx'
import { Cell } from '../../fields/kinds.tsx'
import { IntentLink } from '../../routing/IntentLink.tsx'
import type { ListColumn } from './columns.ts'
import type { RowModel } from './rowModel.ts'
import { isRangeClick, type OnToggle, useRowSelection } from './useRowSelection.ts'

type Props = { columns: readonly ListColumn[]; rowModel: RowModel }

const hasStates = ({ field }: ListColumn) => optionsOf(field)?.some(([, , tone]) => tone) ?? false
/** Facts whose value is one of several options come last. */
const isChoice = ({ field }: ListColumn) => Number(optionsOf(field) !== undefined)
const isLong = ({ field }: ListColumn) => 'isMultiline' in field && field.isMultiline

/** Content of a card: the state beside the title, and below it two facts and all long texts. */
const cardFacts = (columns: readonly ListColumn[], record: AnyRecord, { titleName, stateName }: RowModel) => {
  const filled = columns.filter(({ name }) => name !== titleName && !isBlank(record[name]))
  const state = filled.find(({ name }) => name === stateName) ?? filled.find(hasStates)
  const others = filled
    .filter(column => column !== state)
    .toSorted((one, other) => isChoice(one) - isChoice(other))
  return { state, facts: others.filter((it, at) => at < 2 || isLong(it)) }
}

type CardProps = Props & { record: AnyRecord; isSelected: boolean; onToggle: OnToggle }

const RowCard = memo(function RowCard({ columns, rowModel, record, isSelected, onToggle }: CardProps) {
  const translate = useTranslate()
  const title = rowModel.titleOf(record)
  const path = rowModel.pathOf(record)
  const { state, facts } = cardFacts(columns, record, rowModel)
  return (
    <li className={isSelected ? 'card is-selected' : 'card'}>
      <div className="card-head">
        {rowModel.isSelectable && (
          <label>
            <input
              type="checkbox"
              aria-label={translate('选择%{title}', { title })}
              checked={isSelected}
              onChange={event => onToggle(record.id, isRangeClick(event))}
            />
          </label>
        )}
        {rowModel.hasFace && (
          <PersonPicture name={rowModel.titleOf(record)} picture={rowModel.faceOf(record)} />
        )}
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
      {rowModel.hasActions && (
        <div className="row-actions">
          <RecordActions source={rowModel} isInRow max={2} />
        </div>
      )}
    </li>
  )
})

/** Rows of a list on a narrow screen: title, state, a few facts, and the row's actions. */
export const NarrowRows = ({ columns, rowModel }: Props) => {
  const { data, selectedIds, onToggle } = useRowSelection()
  return (
    <ul className="cards">
      {data.map(record => (
        <RecordContextProvider key={record.id} value={record}>
          <RowCard
            columns={columns}
            rowModel={rowModel}
            record={record}
            isSelected={selectedIds.includes(record.id)}
            onToggle={onToggle}
          />
        </RecordContextProvider>
      ))}
    </ul>
  )
}
