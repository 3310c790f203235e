import { useMutation } from '@tanstack/react-query'
import { ListBase, useListContext, useNotify, useTranslate } from 'ra-core'
import type { ReactNode } from 'react'
import { useSearchParams } from 'react-router-dom'

import { errorSentence } from '../../../providers/envelope.ts'
import { retryOptions } from '../../../providers/queryClient.ts'
import { announcements } from '../../../resources/announcements.ts'
import { messages } from '../../../resources/messages.ts'
import { useServedCall } from '../../session/useCall.ts'
import { useRights } from '../../session/useRights.ts'
import { ExportButton } from '../../list/ExportButton.tsx'
import { PageActions } from '../../layout/pageSlots.tsx'
import { StatePage } from '../../states/StatePage.tsx'
import { useMessagesChanged } from '../../notices/unread.ts'
import { NoResult } from '../../states/emptyStates.tsx'
import { ErrorState } from '../../states/states.tsx'
import { useNarrow } from '../../browser/useNarrow.ts'
import { MessageFilters } from './MessageFilters.tsx'
import { MessageDetail } from './MessageDetail.tsx'
import { MessageList, messageTypeLabel } from './MessageList.tsx'
import { type Message, useUnreadByType } from './useUnreadByType.ts'
import { Button, ButtonLink } from '../../ui/Button.tsx'

import './messages.css'

/** Page 站内信: messages by type, with the opened one beside the list, or in its place on a phone. */
export const MessagesPage = () => (
  <ListBase
    resource={messages.name}
    // The list offers no sorting; the server sorts unread messages first, then by date.
    sort={{ field: 'status', order: 'ASC' }}
    perPage={20}
    exporter={false}
    queryOptions={{ ...retryOptions, onError: () => {} }}
  >
    <Inbox />
  </ListBase>
)

/** Id of the opened message from the address, and the query string without it. */
const useOpenedId = () => {
  const [params] = useSearchParams()
  const id = Number(params.get('id'))
  const rest = new URLSearchParams(params)
  rest.delete('id')
  return { openedId: Number.isInteger(id) && id > 0 ? id : null, closedSearch: `?${rest}` }
}

const Inbox = () => {
  const translate = useTranslate()
  const { data } = useListContext<Message>()
  const { openedId, closedSearch } = useOpenedId()
  const { statistics, markRead } = useUnreadByType()
  const isNarrow = useNarrow()
  const isAlone = isNarrow && openedId !== null
  const back = isAlone && (
    <ButtonLink look="quiet" className="message-back" to={closedSearch} replace>
      {translate('返回列表')}
    </ButtonLink>
  )
  return (
    <div className="inbox">
      <div className="inbox-filters" hidden={isAlone}>
        <MessageFilters statistics={statistics} />
      </div>
      <div hidden={isAlone}>
        <InboxList openedId={openedId} />
      </div>
      {(!isNarrow || isAlone) && (
        <section
          className={isAlone ? undefined : 'panel is-sticky inbox-detail'}
          aria-label={translate('站内信内容')}
          aria-live="polite"
        >
          {openedId === null ? (
            <p className="empty">{translate('选择一条站内信，内容显示在这里。')}</p>
          ) : (
            <MessageDetail
              key={openedId}
              id={openedId}
              row={data?.find(row => row.id === openedId)}
              onRead={markRead}
              back={back}
            />
          )}
        </section>
      )}
      {!isAlone && <PageButtons statistics={statistics} />}
    </div>
  )
}

const noFilter = {}

/** Buttons in the page header; marking as read applies to the selected type. */
const PageButtons = ({ statistics }: Pick<ReturnType<typeof useUnreadByType>, 'statistics'>) => {
  const translate = useTranslate()
  const { filterValues } = useListContext()
  const { type }: { type?: Message['type'] } = filterValues
  const { mayOpen } = useRights()
  const readAllCall = useServedCall('messages.readAll')
  const notify = useNotify()
  const notifyChanged = useMessagesChanged()
  const { mutate, isPending } = useMutation({
    mutationKey: [messages.name],
    mutationFn: async () => readAllCall?.(type === undefined ? {} : { type }),
    onSuccess: notifyChanged,
    onError: error => notify(errorSentence(error, translate), { type: 'error' }),
  })
  const chosen = statistics?.types.find(it => it.type === type)
  const count = chosen?.unread ?? statistics?.total ?? 0
  return (
    <PageActions>
      <ExportButton
        resource={messages}
        columns={{ shown: messages.list, all: messages.list }}
        filter={noFilter}
      />
      {mayOpen(announcements.views.list) && (
        <ButtonLink to={announcements.views.list!.path}>{translate('律所公告')}</ButtonLink>
      )}
      {readAllCall && (
        <Button disabled={isPending || count === 0} onClick={() => mutate()}>
          {chosen
            ? translate('%{typeName}全部已读', { typeName: translate(chosen.typeName) })
            : translate('全部已读')}
        </Button>
      )}
    </PageActions>
  )
}

const EmptyInbox = () => {
  const translate = useTranslate()
  const { filterValues, setFilters } = useListContext()
  const { keyword, status, type }: { keyword?: string; status?: number; type?: Message['type'] } =
    filterValues
  const showAll = () => setFilters({}, {})
  if (keyword) return <NoResult conditions={[translate('搜索词')]} onClear={showAll} />
  if (status === undefined && type === undefined)
    return (
      <StatePage
        title={translate('还没有站内信')}
        text={translate('审核结果、账号安全提醒和律所公告会发到这里。')}
      />
    )
  const name = type === undefined ? translate('站内信') : messageTypeLabel({ type })
  return (
    <StatePage
      title={status === 0 ? translate('没有未读的%{name}', { name }) : translate('还没有%{name}', { name })}
      text={status === 0 ? translate('已全部读完。') : translate('收到后会列在这里。')}
      actions={<Button onClick={showAll}>{translate('查看全部站内信')}</Button>}
    />
  )
}

const InboxList = ({ openedId }: { openedId: number | null }): ReactNode => {
  const { data, error, isPending, refetch } = useListContext<Message>()
  if (error && !data) return <ErrorState error={error} onRetry={() => void refetch()} />
  if (isPending || !data) return <InboxSkeleton />
  return data.length === 0 ? <EmptyInbox /> : <MessageList openedId={openedId} />
}

const InboxSkeleton = () => {
  const translate = useTranslate()
  return (
    <div className="panel lined message-rows" role="status" aria-label={translate('加载中')}>
      {[70, 45, 60, 52, 75, 48].map(width => (
        <div key={width} className="message-row message-skeleton">
          <span style={{ width: `${width}%` }} />
          <span style={{ width: '90%' }} />
        </div>
      ))}
    </div>
  )
}
