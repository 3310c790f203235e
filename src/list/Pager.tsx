import { useListContext, useTranslate } from 'ra-core'

import { Button } from '../shell/Button.tsx'

const sizes = [10, 20, 50, 100]

/** The first, the last and those beside the current page; null where pages are left out. */
const pagesAround = (page: number, last: number): (number | null)[] => {
  const wanted = [...new Set([1, page - 1, page, page + 1, last])].filter(it => it >= 1 && it <= last)
  return wanted.flatMap((it, index) => (index > 0 && it - wanted[index - 1]! > 1 ? [null, it] : [it]))
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
          {sizes.map(size => (
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
            // eslint-disable-next-line react/no-array-index-key -- a gap has no other name
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
