import type { Language } from '../../../resources/kit/translate.ts'
import { isChinese } from '../../../resources/locales/locales.ts'
import { type CellProps, CellText } from '../cells.tsx'
import { pathText, useAreaPath, usePlaceNames } from './useAreas.ts'

/** Width of a column with three place names, in em of the table's font; Latin names are longer than Chinese ones. */
export const areaWidth = ({ locale }: Language) => (isChinese(locale) ? 12 : 17)

/** Shows an area by its code, for example 上海市/浦东新区. */
export const AreaCell = ({ value, isWhole }: CellProps<'area'>) => {
  const { data } = useAreaPath(String(value))
  const { nameOf, isLoading } = usePlaceNames()
  return (
    <CellText isWhole={isWhole}>{isLoading ? '…' : data ? pathText(data, nameOf) : String(value)}</CellText>
  )
}

/** Shows an area that the server sends as text, for example 上海市/浦东新区. */
export const AreaNameCell = ({ value, isWhole }: CellProps<'custom'>) => {
  const { nameOf, isLoading } = usePlaceNames()
  const names = String(value).split('/').map(nameOf)
  return <CellText isWhole={isWhole}>{isLoading ? '…' : names.join('/')}</CellText>
}
