import type { Language } from '../../resources/kit/translate.ts'
import { isChinese } from '../../resources/locales/locales.ts'
import { type CellProps, Words } from './cells.tsx'
import { pathText, useAreaPath, usePlaceNames } from './useAreas.ts'

/** Of a column with three names, in characters of the table's size; in Latin letters they are longer. */
export const areaWidth = ({ locale }: Language) => (isChinese(locale) ? 12 : 17)

/** 上海市/浦东新区 */
export const AreaCell = ({ value, isWhole }: CellProps<'area'>) => {
  const { data } = useAreaPath(String(value))
  const { nameOf, isLoading } = usePlaceNames()
  return <Words isWhole={isWhole}>{isLoading ? '…' : data ? pathText(data, nameOf) : String(value)}</Words>
}

/** An area that comes as text, 上海市/浦东新区. */
export const AreaNameCell = ({ value, isWhole }: CellProps<'custom'>) => {
  const { nameOf, isLoading } = usePlaceNames()
  const names = String(value).split('/').map(nameOf)
  return <Words isWhole={isWhole}>{isLoading ? '…' : names.join('/')}</Words>
}
