import { useListContext } from 'ra-core'

const sizes = [10, 20, 50, 100]
/** The server stops counting here: one more means "more than". */
const countLimit = 10_000

export const countText = (total: number) => (total > countLimit ? `超过 ${countLimit} 条` : `共 ${total} 条`)

/** The first, the last and the neighbours of the current page; null where pages are left out. */
const pagesAround = (page: number, last: number): (number | null)[] => {
  const wanted = [...new Set([1, page - 1, page, page + 1, last])].filter(it => it >= 1 && it <= last)
  return wanted.flatMap((it, index) => (index > 0 && it - wanted[index - 1]! > 1 ? [null, it] : [it]))
}

export const Pager = () => {
  const { page, perPage, total = 0, setPage, setPerPage, hasNextPage, hasPreviousPage } = useListContext()
  const last = Math.max(1, Math.ceil(total / perPage))
  return (
    <nav className="pager" aria-label="分页">
      <span className="pager-count">{countText(total)}</span>
      <label className="pager-size">
        每页
        <select
          className="control"
          value={perPage}
          onChange={({ target }) => setPerPage(Number(target.value))}
        >
          {sizes.map(it => (
            <option key={it} value={it}>
              {it} 条
            </option>
          ))}
        </select>
      </label>
      <div className="pager-pages">
        <button
          type="button"
          className="button button-quiet"
          disabled={!hasPreviousPage}
          onClick={() => setPage(page - 1)}
        >
          上一页
        </button>
        {pagesAround(page, last).map((it, index) =>
          it === null ? (
            // eslint-disable-next-line react/no-array-index-key -- a gap has no other name
            <span key={`gap-${index}`}>…</span>
          ) : (
            <button
              key={it}
              type="button"
              className="button button-quiet pager-page"
              aria-current={it === page ? 'page' : undefined}
              aria-label={`第 ${it} 页`}
              onClick={() => setPage(it)}
            >
              {it}
            </button>
          ),
        )}
        <button
          type="button"
          className="button button-quiet"
          disabled={!hasNextPage}
          onClick={() => setPage(page + 1)}
        >
          下一页
        </button>
      </div>
    </nav>
  )
}
