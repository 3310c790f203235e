import { RecordContextProvider, type SortPayload, useListContext, useTranslate } from 'ra-core'
import { memo } from 'react'

import { type AnyRecord, kindOf } from '../../../resources/kit/index.ts'
import { RecordActions } from '../../record/actions/RecordActions.tsx'
import { PersonPicture } from '../../fields/choice/PersonPicture.tsx'
import { Cell } from '../../fields/kinds.tsx'
import type { ListColumn } from './columns.ts'
import { icons } from '../../ui/icons.ts'
import { IntentLink } from '../../routing/IntentLink.tsx'
import { observeOverflow } from '../../browser/observeOverflow.ts'
import { pictureWidth, type RowModel, maxRowActions, nonColumnWidth } from './rowModel.ts'
import { useIntent } from '../../loading/useIntent.ts'
import { usePrefetchRows } from './prefetchRows.ts'
import { isRangeClick, type OnToggle, useRowSelection } from './useRowSelection.ts'

type Props = { columns: readonly ListColumn[]; rowModel: RowModel }

type RowProps = Props & { record: AnyRecord; isSelected: boolean; onToggle: OnToggle }

// A plain table on react-admin's list context: with DataTable, rendering 100 rows takes twice as long and
// toggling a
// checkbox fourteen times (`npm run bench -- table`), because memoised rows render only the changed one.
const Row = memo(function Row({ columns, rowModel, record, isSelected, onToggle }: RowProps) {
  const translate = useTranslate()
  const path = rowModel.pathOf(record)
  return (
    <tr className={isSelected ? 'is-selected' : undefined}>
      {rowModel.isSelectable && (
        <td className="table-check">
          <label>
            <input
              type="checkbox"
              aria-label={translate('选择%{title}', { title: rowModel.titleOf(record) })}
              checked={isSelected}
              onChange={event => onToggle(record.id, isRangeClick(event))}
            />
          </label>
        </td>
      )}
      {columns.map(({ name, field }, index) => {
        const cell = <Cell field={field} value={record[name]} record={record} />
        return index === 0 ? (
          <th key={name} scope="row" className="table-first">
            <div className="table-name">
              {rowModel.hasFace && (
                <PersonPicture name={rowModel.titleOf(record)} picture={rowModel.faceOf(record)} />
              )}
              {path ? <IntentLink to={path}>{cell}</IntentLink> : cell}
            </div>
          </th>
        ) : (
          <td key={name} className={kindOf(field).isNumeric ? 'is-number' : undefined}>
            {cell}
          </td>
        )
      })}
      {rowModel.hasActions && (
        <td className="table-actions">
          <div className="row-actions">
            <RecordActions source={rowModel} isInRow max={maxRowActions} />
          </div>
        </td>
      )}
    </tr>
  )
})

const directions = { ASC: 'ascending', DESC: 'descending' } as const

const ColumnHeading = ({ name, field, isSortable }: ListColumn) => {
  const translate = useTranslate()
  const prefetch = usePrefetchRows()
  const { sort, setSort } = useListContext()
  const direction = isSortable && sort.field === name ? directions[sort.order] : undefined
  const next: SortPayload = { field: name, order: direction === 'ascending' ? 'DESC' : 'ASC' }
  const intent = useIntent(() => prefetch({ sort: next }))
  return (
    <th
      scope="col"
      className={kindOf(field).isNumeric ? 'is-number' : undefined}
      aria-sort={isSortable ? (direction ?? 'none') : undefined}
    >
      {isSortable ? (
        <button type="button" className="table-sort" onClick={() => setSort(next)} {...intent}>
          {translate(field.label)}
          {direction === 'descending' ? <icons.down /> : <icons.up />}
        </button>
      ) : (
        translate(field.label)
      )}
    </th>
  )
}

/** Checkbox that selects all rows of this page. */
const SelectPage = ({
  pageIds,
  selectedOnPage,
}: {
  pageIds: readonly number[]
  selectedOnPage: readonly number[]
}) => {
  const translate = useTranslate()
  const { selectedIds, onSelect } = useListContext<AnyRecord>()
  const isAll = pageIds.length > 0 && selectedOnPage.length === pageIds.length
  const toggle = () =>
    onSelect(
      isAll ? selectedIds.filter(id => !pageIds.includes(id)) : [...new Set([...selectedIds, ...pageIds])],
    )
  return (
    <th scope="col" className="table-check">
      <label>
        <input
          type="checkbox"
          aria-label={translate('选择本页')}
          checked={isAll}
          ref={element => {
            if (element) element.indeterminate = !isAll && selectedOnPage.length > 0
          }}
          onChange={toggle}
        />
      </label>
    </th>
  )
}

export const Table = ({ columns, rowModel }: Props) => {
  const translate = useTranslate()
  const { data, selectedIds, onToggle } = useRowSelection()
  const pageIds = data.map(({ id }) => id)
  const selectedOnPage = pageIds.filter(id => selectedIds.includes(id))
  return (
    <div className="table-frame" ref={observeOverflow}>
      <table
        className="table"
        style={{ minWidth: columns.reduce((sum, { width }) => sum + width, nonColumnWidth(rowModel)) }}
      >
        <colgroup>
          {rowModel.isSelectable && <col className="table-check" />}
          {columns.map(({ name, width }, index) =>
            // The title column takes the remaining width.
            name === rowModel.titleName ? (
              <col key={name} />
            ) : (
              <col
                key={name}
                style={{ width: width + (index === 0 && rowModel.hasFace ? pictureWidth : 0) }}
              />
            ),
          )}
          {rowModel.hasActions && <col style={{ width: rowModel.actionsWidth }} />}
        </colgroup>
        <thead>
          <tr>
            {rowModel.isSelectable && <SelectPage pageIds={pageIds} selectedOnPage={selectedOnPage} />}
            {columns.map(column => (
              <ColumnHeading key={column.name} {...column} />
            ))}
            {rowModel.hasActions && (
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
                rowModel={rowModel}
                record={record}
                isSelected={selectedOnPage.includes(record.id)}
                onToggle={onToggle}
              />
            </RecordContextProvider>
          ))}
        </tbody>
      </table>
    </div>
  )
}
