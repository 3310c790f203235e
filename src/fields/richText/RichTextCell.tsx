import { describeMasked } from '../../../resources/kit/index.ts'
import { chinese } from '../../../resources/kit/translate.ts'
import type { CellProps } from '../cells.tsx'
import { RichText } from './RichText.tsx'

export const RichTextCell = ({ field, value, isWhole }: CellProps<'richText'>) =>
  isWhole ? (
    <RichText html={String(value)} allows={field.allows} />
  ) : (
    <span className="cell-line">{describeMasked(chinese, field, value)}</span>
  )
