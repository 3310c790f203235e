import { RecordContextProvider, useEvent, useListContext, useTranslate } from 'ra-core'
import { memo } from 'react'

import type { AnyRecord } from '../../resources/kit/index.ts'
import { RecordActions } from '../record/actions/RecordActions.tsx'
import { PersonPicture } from '../fields/PersonPicture.tsx'
import { Cell, isNumeric } from '../fields/kinds.tsx'
import type { ListColumn } from './columns.ts'
import { icons } from '../shell/icons.ts'
import { IntentLink } from '../shell/IntentLink.tsx'
import { markEdges } from '../shell/markEdges.ts'
import { faceWidth, type Rows, waysInRow, widthBeside } from './rows.ts'

type Props = { columns: readonly ListColumn[]; rows: Rows }

type RowProps = Props & { record: AnyRecord; isSelected: boolean; onToggle: (id: number) => void }

// A plain table on react-admin's list context: DataTable takes twice as long for 100 rows and fourteen times for a
// checkbox (`npm run bench:table`), because here one changed row is one row drawn.
const Row = memo(function Row({ columns, rows, record, isSelected, onToggle }: RowProps) {
  const translate = useTranslate()
  const path = rows.pathOf(record)
  return (
    <tr className={isSelected ? 'is-selected' : undefined}>
      {rows.isSelectable && (
        <td className="table-check">
          <label>
            <input
              type="checkbox"
              aria-label={translate('选择%{title}', { title: rows.titleOf(record) })}
              checked={isSelected}
              onChange={() => onToggle(record.id)}
            />
          </label>
        </td>
      )}
      {columns.map(({ name, field }, index) => {
        const cell = <Cell field={field} value={record[name]} record={record} />
        return index === 0 ? (
          <th key={name} scope="row" className="table-first">
            <div className="table-name">
              {rows.hasFace && <PersonPicture name={rows.titleOf(record)} picture={rows.faceOf(record)} />}
              {path ? <IntentLink to={path}>{cell}</IntentLink> : cell}
            </div>
          </th>
        ) : (
          <td key={name} className={isNumeric(field) ? 'is-number' : undefined}>
            {cell}
          </td>
        )
      })}
      {rows.hasActions && (
        <td className="table-actions">
          <div className="row-actions">
            <RecordActions ways={rows} isInRow max={waysInRow} />
          </div>
        </td>
      )}
    </tr>
  )
})

const directions = { ASC: 'ascending', DESC: 'descending' } as const

const Heading = ({ name, field, isSortable }: ListColumn) => {
  const translate = useTranslate()

  const { sort, setSort } = useListContext()
  const direction = isSortable && sort.field === name ? directions[sort.order] : undefined
  const next = direction === 'ascending' ? 'DESC' : 'ASC'
  return (
    <th
      scope="col"
      className={isNumeric(field) ? 'is-number' : undefined}
      aria-sort={isSortable ? (direction ?? 'none') : undefined}
    >
      {isSortable ? (
        <button type="button" className="table-sort" onClick={() => setSort({ field: name, order: next })}>
          {translate(field.label)}
          {direction === 'descending' ? <icons.down /> : <icons.up />}
        </button>
      ) : (
        translate(field.label)
      )}
    </th>
  )
}

/** Selects the rows of this page. */
const SelectPage = ({ here, chosen }: { here: readonly number[]; chosen: readonly number[] }) => {
  const translate = useTranslate()
  const { selectedIds, onSelect } = useListContext<AnyRecord>()
  const isAll = here.length > 0 && chosen.length === here.length
  const toggle = () =>
    onSelect(isAll ? selectedIds.filter(id => !here.includes(id)) : [...new Set([...selectedIds, ...here])])
  return (
    <th scope="col" className="table-check">
      <label>
        <input
          type="checkbox"
          aria-label={translate('选择本页')}
          checked={isAll}
          ref={element => {
            if (element) element.indeterminate = !isAll && chosen.length > 0
          }}
          onChange={toggle}
        />
      </label>
    </th>
  )
}

export const Table = ({ columns, rows }: Props) => {
  const translate = useTranslate()
  const { data = [], selectedIds, onToggleItem } = useListContext<AnyRecord>()
  const onToggle = useEvent((id: number) => onToggleItem(id))
  const here = data.map(({ id }) => id)
  const chosen = here.filter(id => selectedIds.includes(id))
  return (
    <div className="table-frame" ref={markEdges}>
      <table
        className="table"
        style={{ minWidth: columns.reduce((sum, { width }) => sum + width, widthBeside(rows)) }}
      >
        <colgroup>
          {rows.isSelectable && <col className="table-check" />}
          {columns.map(({ name, width }, index) =>
            // The column of the title takes the remaining width.
            name === rows.titleName ? (
              <col key={name} />
            ) : (
              <col key={name} style={{ width: width + (index === 0 && rows.hasFace ? faceWidth : 0) }} />
            ),
          )}
          {rows.hasActions && <col style={{ width: rows.actionsWidth }} />}
        </colgroup>
        <thead>
          <tr>
            {rows.isSelectable && <SelectPage here={here} chosen={chosen} />}
            {columns.map(column => (
              <Heading key={column.name} {...column} />
            ))}
            {rows.hasActions && (
              <th scope="col" className="table-actions">
                {translate('操作@buttons')}
              </th>
            )}
          </tr>
        </thead>
        <tbody>
          {data.map(record => (
            <RecordContextProvider key={record.id} value={record}>
              <Row
                columns={columns}
                rows={rows}
                record={record}
                isSelected={chosen.includes(record.id)}
                onToggle={onToggle}
              />
            </RecordContextProvider>
          ))}
        </tbody>
      </table>
    </div>
  )
}
