import { useListContext } from 'ra-core'

import type { OutputOf } from '../../../resources/kit/index.ts'
import type { messages } from '../../../resources/messages.ts'
import { SearchBox } from '../../views/list/SearchBox.tsx'

type Props = { statistics: OutputOf<typeof messages.calls.getUnReadStatistics> | undefined }

const countOf = (count: number) => (count > 0 ? <span className="message-count">{count}</span> : null)

/** The types as tabs, each with what is unread of it; below them unread or all, and the search. */
export const Filters = ({ statistics }: Props) => {
  const { filterValues, setFilters, displayedFilters } = useListContext()
  const { type, status, ...others } = filterValues as { type?: number; status?: number }
  const apply = (values: { type?: number | undefined; status?: number | undefined }) => {
    const next = { ...others, type, status, ...values }
    setFilters(
      Object.fromEntries(Object.entries(next).filter(([, it]) => it !== undefined)),
      displayedFilters,
    )
  }
  return (
    <>
      <div className="list-tabs" role="group" aria-label="类型">
        {[
          { type: undefined, typeName: '全部', unread: statistics?.total ?? 0 },
          ...(statistics?.types ?? []),
        ].map(it => (
          <button
            key={it.typeName}
            type="button"
            className="list-tab"
            aria-pressed={it.type === type}
            aria-label={it.unread > 0 ? `${it.typeName},${it.unread}条未读` : it.typeName}
            onClick={() => apply({ type: it.type })}
          >
            {it.typeName}
            {countOf(it.unread)}
          </button>
        ))}
      </div>
      <div className="inbox-filter-row">
        <SearchBox label="搜索站内信" />
        <fieldset className="pills" aria-label="状态">
          {(
            [
              ['全部', undefined],
              ['未读', 0],
            ] as const
          ).map(([label, value]) => (
            <label key={label} className="pill">
              <input
                type="radio"
                name="message-status"
                checked={status === value}
                onChange={() => apply({ status: value })}
              />
              <span>{label}</span>
            </label>
          ))}
        </fieldset>
      </div>
    </>
  )
}
