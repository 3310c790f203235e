import type { CellProps } from './cells.tsx'
import { pathText, useAreaPath, usePlaceNames } from './useAreas.ts'

/** 上海市/浦东新区 */
export const AreaCell = ({ value }: CellProps<'area'>) => {
  const { data } = useAreaPath(String(value))
  const { nameOf, isLoading } = usePlaceNames()
  return <span className="cell-word">{isLoading ? '…' : data ? pathText(data, nameOf) : String(value)}</span>
}

/** An area that comes as text, 上海市/浦东新区. */
export const AreaNameCell = ({ value }: CellProps<'custom'>) => {
  const { nameOf, isLoading } = usePlaceNames()
  const names = String(value).split('/').map(nameOf)
  return <span className="cell-word">{isLoading ? '…' : names.join('/')}</span>
}
