import { useTranslate } from 'ra-core'
import type { RefObject } from 'react'

import { Button } from '../../ui/Button.tsx'
import { useGrouped } from '../../language/countText.ts'
import type { GridPages } from '../useGridPages.ts'

type Props = { pages: GridPages; rowCount: number; table: RefObject<HTMLTableElement | null> }

/** Says which rows are shown, and moves between the pages of a grid with many rows. */
export const GridPager = ({ pages: { page, count, first, rows, show }, rowCount, table }: Props) => {
  const translate = useTranslate()
  const grouped = useGrouped()
  if (count === 1) return null
  const turnTo = (next: number) => {
    show(next)
    table.current?.scrollIntoView()
  }
  return (
    <nav className="cluster grid-pager" aria-label={translate('分页')}>
      <Button disabled={page === 0} onClick={() => turnTo(page - 1)}>
        {translate('上一页')}
      </Button>
      <span role="status">
        {translate('第 %{from}–%{to} 行，共 %{count} 行', {
          from: grouped(first + 1),
          to: grouped(first + rows.length),
          count: grouped(rowCount),
        })}
      </span>
      <Button disabled={page === count - 1} onClick={() => turnTo(page + 1)}>
        {translate('下一页')}
      </Button>
    </nav>
  )
}
