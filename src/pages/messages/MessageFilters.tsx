import { useListContext, useTranslate } from 'ra-core'

import type { OutputOf } from '../../../resources/kit/index.ts'
import type { messages } from '../../../resources/messages.ts'
import { Pills } from '../../ui/Pills.tsx'
import { SearchBox } from '../../list/filters/SearchBox.tsx'

type Props = { statistics: OutputOf<typeof messages.calls.getUnReadStatistics> | undefined }

const statuses = [
  [undefined, '全部'],
  [0, '未读'],
] as const

const unreadBadge = (count: number) => (count > 0 ? <span className="message-count">{count}</span> : null)

/** Message types as tabs with their numbers of unread messages, the filter by status, and the search box. */
export const MessageFilters = ({ statistics }: Props) => {
  const translate = useTranslate()
  const { filterValues, setFilters, displayedFilters } = useListContext()
  const { type, status, ...others }: { type?: number; status?: 0 } = filterValues
  const apply = (values: { type?: number | undefined; status?: number | undefined }) => {
    const next = { ...others, type, status, ...values }
    setFilters(
      Object.fromEntries(Object.entries(next).filter(([, it]) => it !== undefined)),
      displayedFilters,
    )
  }
  return (
    <>
      <div className="list-tabs" role="group" aria-label={translate('类型')}>
        {[
          { type: undefined, typeName: translate('全部'), unread: statistics?.total ?? 0 },
          ...(statistics?.types ?? []).map(it => ({ ...it, typeName: translate(it.typeName) })),
        ].map(({ typeName, unread, ...tab }) => (
          <button
            key={typeName}
            type="button"
            className="list-tab"
            aria-pressed={tab.type === type}
            aria-label={
              unread > 0 ? translate('%{typeName}，%{unread}条未读', { typeName, unread }) : typeName
            }
            onClick={() => apply({ type: tab.type })}
          >
            {typeName} {unreadBadge(unread)}
          </button>
        ))}
      </div>
      <div className="inbox-filter-row">
        <SearchBox label={translate('搜索站内信')} />
        <Pills
          aria-label={translate('状态')}
          options={statuses}
          value={status}
          onChange={value => apply({ status: value })}
        />
      </div>
    </>
  )
}
