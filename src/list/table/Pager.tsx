import { useListContext, useTranslate } from 'ra-core'
import type { ReactNode } from 'react'

import { useIntent } from '../../loading/useIntent.ts'
import { Button } from '../../ui/Button.tsx'
import { usePrefetchRows } from './prefetchRows.ts'

const pageSizes = [10, 20, 50, 100]

/** Page numbers to show: the first, the last and those around the current page, with null for each gap. */
const pagesAround = (page: number, last: number): (number | null)[] => {
  const visiblePages = [...new Set([1, page - 1, page, page + 1, last])].filter(it => it >= 1 && it <= last)
  return visiblePages.flatMap((it, index) =>
    index > 0 && it - visiblePages[index - 1]! > 1 ? [null, it] : [it],
  )
}

type PageButtonProps = {
  to: number
  isDisabled?: boolean
  isCurrent?: boolean
  /** Accessible name, if the content is only a number. */
  name?: string
  children: ReactNode
}

/** Button to a page of the list, whose rows are fetched when the pointer rests on it. */
const PageButton = ({ to, isDisabled = false, isCurrent = false, name, children }: PageButtonProps) => {
  const { setPage } = useListContext()
  const prefetch = usePrefetchRows()
  const intent = useIntent(() => prefetch({ page: to }))
  return (
    <Button
      look="quiet"
      disabled={isDisabled}
      aria-current={isCurrent ? 'page' : undefined}
      aria-label={name}
      onClick={() => setPage(to)}
      {...(!isDisabled && !isCurrent && intent)}
    >
      {children}
    </Button>
  )
}

export const Pager = () => {
  const translate = useTranslate()
  const list = useListContext()
  const { page, perPage, total = 0 } = list
  return (
    <nav className="pager" aria-label={translate('分页')}>
      <label className="pager-size">
        {translate('每页')}
        <select
          className="control"
          value={perPage}
          onChange={({ target }) => list.setPerPage(Number(target.value))}
        >
          {pageSizes.map(size => (
            <option key={size} value={size}>
              {translate('%{size} 条', { size })}
            </option>
          ))}
        </select>
      </label>
      <div className="pager-pages">
        <PageButton to={page - 1} isDisabled={!list.hasPreviousPage}>
          {translate('上一页')}
        </PageButton>
        {pagesAround(page, Math.max(1, Math.ceil(total / perPage))).map((number, index) =>
          number === null ? (
            // eslint-disable-next-line react/no-array-index-key -- A gap has no other identity than its position.
            <span key={`gap-${index}`}>…</span>
          ) : (
            <PageButton
              key={number}
              to={number}
              isCurrent={number === page}
              name={translate('第 %{number} 页', { number })}
            >
              {number}
            </PageButton>
          ),
        )}
        <PageButton to={page + 1} isDisabled={!list.hasNextPage}>
          {translate('下一页')}
        </PageButton>
      </div>
    </nav>
  )
}
