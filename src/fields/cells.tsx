import { type AnyRecord, describeMasked, type Field, type FieldKind } from '../../resources/kit/index.ts'
import { useShownLanguage } from '../language/useLanguage.ts'

/** Props of every cell. `value` is never empty, because `Cell` renders the dash for empty values. */
export type CellProps<K extends FieldKind = FieldKind> = {
  field: Field<K>
  value: unknown
  record: AnyRecord
  /** False in a table, where cells have one line; true on a record page, which shows the whole value. */
  isWhole: boolean
}

/** One line, truncated at the end of the cell, with the full text as its title. */
export const TruncatedLine = ({ children }: { children: string }) => (
  <span className="cell-line" title={children}>
    {children}
  </span>
)

/** Returns an empty list if the value is no array, because another back-end may answer anything. */
export const arrayOf = (value: unknown): readonly unknown[] => (Array.isArray(value) ? value : [])

/** Text: one line in a table, all of it on a record page. */
export const CellText = ({ isWhole, children }: { isWhole: boolean; children: string }) =>
  isWhole ? <p className="cell-paragraph">{children}</p> : <TruncatedLine>{children}</TruncatedLine>

/** Shows the text that `describe` gives for the value, for kinds without a cell of their own. */
export const DescribedCell = ({ field, value, isWhole }: CellProps) => (
  <CellText isWhole={isWhole}>{describeMasked(useShownLanguage(), field, value)}</CellText>
)
