import { useTranslate } from 'ra-core'

import { rightLabel } from '../../../resources/domain/rightLabels.ts'
import { isCapability } from '../../../resources/domain/rights.ts'
import { arrayOf, type CellProps, CellText } from '../cells.tsx'

/** Shows capabilities by their names. */
export const CapabilitiesCell = ({ value, isWhole }: CellProps<'custom'>) => {
  const translate = useTranslate()
  const names = arrayOf(value).map(String)
  const labels = names.map(it => (isCapability(it) ? translate(rightLabel(it)) : it))
  return <CellText isWhole={isWhole}>{labels.join(translate('、'))}</CellText>
}
