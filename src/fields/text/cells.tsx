import { useTranslate } from 'ra-core'

import { describeMasked, isSentenceIn } from '../../../resources/kit/index.ts'
import { useShownLanguage } from '../../language/useLanguage.ts'
import { arrayOf, type CellProps, CellText, TruncatedLine } from '../cells.tsx'
import { isMasked, MaskedValue } from '../MaskedValue.tsx'

export const TextCell = ({ field, value, record, isWhole }: CellProps<'text'>) => {
  const translate = useTranslate()
  if (isMasked(field, value)) return <MaskedValue value={String(value)} id={record.id} />
  const text = isSentenceIn(field, record) ? translate(String(value)) : String(value)
  return <CellText isWhole={isWhole}>{text}</CellText>
}

export const NumberCell = ({ field, value }: CellProps<'integer' | 'decimal'>) => (
  <span className="cell-number">{describeMasked(useShownLanguage(), field, value)}</span>
)

export const StringsCell = ({ value, isWhole }: CellProps<'strings'>) => {
  const translate = useTranslate()
  const lines = arrayOf(value).map(String)
  if (!isWhole) return <TruncatedLine>{lines.join(translate('、'))}</TruncatedLine>
  return (
    <ul className="cell-list">
      {lines.map(line => (
        <li key={line}>{line}</li>
      ))}
    </ul>
  )
}
