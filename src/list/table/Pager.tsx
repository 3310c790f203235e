import { useListContext, useTranslate } from 'ra-core'

import { Button } from '../../ui/Button.tsx'

const pageSizes = [10, 20, 50, 100]

/** Page numbers to show: the first, the last and those around the current page, with null for each gap. */
const pagesAround = (page: number, last: number): (number | null)[] => {
  const visiblePages = [...new Set([1, page - 1, page, page + 1, last])].filter(it => it >= 1 && it <= last)
  return visiblePages.flatMap((it, index) =>
    index > 0 && it - visiblePages[index - 1]! > 1 ? [null, it] : [it],
  )
}

export const Pager = () => {
  const translate = useTranslate()
  const list = useListContext()
  const { page, perPage, total = 0, setPage } = list
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
        <Button look="quiet" disabled={!list.hasPreviousPage} onClick={() => setPage(page - 1)}>
          {translate('上一页')}
        </Button>
        {pagesAround(page, Math.max(1, Math.ceil(total / perPage))).map((number, index) =>
          number === null ? (
            // eslint-disable-next-line react/no-array-index-key -- A gap has no other identity than its position.
            <span key={`gap-${index}`}>…</span>
          ) : (
            <Button
              key={number}
              look="quiet"
              aria-current={number === page ? 'page' : undefined}
              aria-label={translate('第 %{number} 页', { number })}
              onClick={() => setPage(number)}
            >
              {number}
            </Button>
          ),
        )}
        <Button look="quiet" disabled={!list.hasNextPage} onClick={() => setPage(page + 1)}>
          {translate('下一页')}
        </Button>
      </div>
    </nav>
  )
}
