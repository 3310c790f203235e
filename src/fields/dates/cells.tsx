import { describeMasked } from '../../../resources/kit/index.ts'
import { useFormats, useShownLanguage } from '../../language/useLanguage.ts'
import type { CellProps } from '../cells.tsx'
import { timestampText } from './dates.ts'

export const DateCell = ({ field, value }: CellProps<'date' | 'month'>) => (
  <time className="cell-number cell-left" dateTime={String(value)}>
    {describeMasked(useShownLanguage(), field, value)}
  </time>
)

export const TimestampCell = ({ value }: CellProps<'datetime'>) => {
  const formats = useFormats()
  return (
    <time className="cell-number cell-left" dateTime={String(value)}>
      {timestampText(String(value), formats)}
    </time>
  )
}
