import { useTranslate } from 'ra-core'
import { type ComponentType, Fragment } from 'react'

import { type AnyRecord, describeMasked, type Field, filledParts } from '../../../resources/kit/index.ts'
import { useShownLanguage } from '../../language/useLanguage.ts'
import { type CellProps, arrayOf } from '../cells.tsx'

type Props = CellProps<'rows'> & {
  FieldCell: ComponentType<{ field: Field; value: unknown; record: AnyRecord; isWhole: boolean }>
}

/** Number of rows; on a record page, all rows with their values. */
export const RowsCell = ({ field, value, isWhole, FieldCell }: Props) => {
  const translate = useTranslate()
  const language = useShownLanguage()
  // Rows have no id, so their index serves as one.
  const rows = arrayOf(value).map((row, index): AnyRecord => ({
    ...(typeof row === 'object' && row),
    id: index,
  }))
  if (!isWhole)
    return (
      <span title={describeMasked(language, field, value)}>
        {translate('%{count} 项', { count: rows.length })}
      </span>
    )
  return (
    <ol className="cell-rows">
      {rows.map(row => (
        <li key={row.id}>
          {filledParts(field.fields, row).map(({ name, field: part, before }) => (
            <Fragment key={name}>
              {before}
              <span title={translate(part.label)}>
                <FieldCell field={part} value={row[name]} record={row} isWhole />
              </span>
            </Fragment>
          ))}
        </li>
      ))}
    </ol>
  )
}
