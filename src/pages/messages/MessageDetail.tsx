import { useQuery } from '@tanstack/react-query'
import { useTranslate } from 'ra-core'
import { type ReactNode, useEffect, useRef } from 'react'

import { call } from '../../../providers/call.ts'
import { timestampText } from '../../fields/dates.ts'
import { useMessagesChanged } from '../../shell/unread.ts'
import { FormSkeleton } from '../../shell/FormSkeleton.tsx'
import { ErrorState } from '../../shell/states.tsx'
import { useFormats } from '../../shell/language/useLanguage.ts'
import { senderOf, textsOf, typeName } from './MessageList.tsx'
import type { Message } from './useUnreadByType.ts'
import { Button, ButtonLink } from '../../shell/Button.tsx'

/** Reading it marks it, at the server and here; not given up when the next is opened, since it is marked by then. */
const useMessage = (id: number, row: Message | undefined, onRead: (message: Message) => void) => {
  const changed = useMessagesChanged()
  return useQuery({
    queryKey: ['messages', 'opened', id],
    queryFn: async () => {
      const message = await call('messages.one', { id })
      onRead(message)
      void changed()
      return message
    },
    placeholderData: row,
  })
}

/** What the link of a message leads to, by what the message is about. */
const linkLabels: Readonly<Record<string, string>> = {
  card: '查看名片',
  lawyer: '查看人员',
  article: '查看内容',
  account: '查看账户',
  office: '查看管理员',
  transfer: '查看转所申请',
}

/** A page of ours; a firm's own back-end may send anything. */
const pathOf = ({ link }: Message) => (link?.startsWith('/app/') ? link : null)

type Props = {
  id: number
  /** The message as the list has it, shown until the server has answered. */
  row: Message | undefined
  onRead: (message: Message) => void
  /** The way back, where the message is a view of its own. */
  back: ReactNode
}

export const MessageDetail = ({ id, row, onRead, back }: Props) => {
  const formats = useFormats()

  const translate = useTranslate()
  const { data, error, refetch } = useMessage(id, row, onRead)
  const title = useRef<HTMLHeadingElement>(null)
  const isOwnView = Boolean(back)
  const isLoaded = data !== undefined
  // Beside the list the focus stays there, for the arrow keys.
  useEffect(() => {
    if (isOwnView && isLoaded) title.current?.focus()
  }, [isOwnView, isLoaded])
  if (error && !data)
    return (
      <>
        {back}
        <ErrorState error={error} onRetry={() => void refetch()} />
      </>
    )
  if (!data) return <FormSkeleton />
  const path = pathOf(data)
  const said = textsOf(data, translate)
  return (
    <article className="message">
      {back}
      <header>
        <h2 ref={title} tabIndex={-1}>
          {data.level === 2 && <span className="chip chip-bad message-important">{translate('重要')}</span>}
          {said.title}
        </h2>
        <p className="secondary cluster">
          <span>{translate(typeName(data))}</span>
          <span>{translate('发送人：%{sender}', { sender: senderOf(data, translate) })}</span>
          <time className="cell-number" dateTime={data.createdAt}>
            {timestampText(data.createdAt, formats)}
          </time>
        </p>
      </header>
      <p className="message-content">{said.content}</p>
      {error && (
        <p className="list-warning" role="alert">
          {translate('没有标记为已读，')}
          <Button look="link" onClick={() => void refetch()}>
            {translate('重试')}
          </Button>
        </p>
      )}
      {path && (
        <ButtonLink look="primary" to={path}>
          {translate(linkLabels[data.bizType ?? ''] ?? '查看详情')}
        </ButtonLink>
      )}
    </article>
  )
}
