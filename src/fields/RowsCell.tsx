import type { ComponentType } from 'react'

import { isBlank } from '../../providers/changes.ts'
import { type AnyRecord, describe, type Field } from '../../resources/kit/index.ts'
import type { CellProps } from './cells.tsx'

type Props = CellProps<'rows'> & {
  Part: ComponentType<{ field: Field; value: unknown; record: AnyRecord; isWhole: boolean }>
}

/** How many there are; on a page of its own all of them. */
export const RowsCell = ({ field, value, isWhole, Part }: Props) => {
  const rows = value as AnyRecord[]
  if (!isWhole) return <span title={describe(field, rows)}>{rows.length} 项</span>
  return (
    <ol className="cell-rows">
      {rows.map((row, index) => (
        // eslint-disable-next-line react/no-array-index-key -- rows have no id; their place is their name
        <li key={index}>
          {Object.entries(field.fields)
            .filter(([name]) => !isBlank(row[name]))
            .map(([name, part]) => (
              <span key={name} title={part.label}>
                <Part field={part} value={row[name]} record={row} isWhole />
              </span>
            ))}
        </li>
      ))}
    </ol>
  )
}
