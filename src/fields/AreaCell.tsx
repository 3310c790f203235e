import type { CellProps } from './cells.tsx'
import { pathText, useAreaPath } from './useAreas.ts'

/** 上海市/浦东新区 */
export const AreaCell = ({ value }: CellProps<'area'>) => {
  const { data } = useAreaPath(String(value))
  return <span className="cell-word">{data ? pathText(data) : String(value)}</span>
}
