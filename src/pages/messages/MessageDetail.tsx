import { useQuery } from '@tanstack/react-query'
import { useTranslate } from 'ra-core'
import { type ReactNode, useEffect, useRef } from 'react'

import { call } from '../../../providers/call.ts'
import { timestampText } from '../../fields/dates/dates.ts'
import { useMessagesChanged } from '../../notices/unread.ts'
import { FormSkeleton } from '../../states/FormSkeleton.tsx'
import { ErrorState } from '../../states/states.tsx'
import { useFormats } from '../../language/useLanguage.ts'
import { senderText, messageTexts, messageTypeLabel } from './MessageList.tsx'
import type { Message } from './useUnreadByType.ts'
import { Button, ButtonLink } from '../../ui/Button.tsx'

/**
 * Loads a message, which marks it as read on the server, and updates list and badge. It is not cancelled when another
 * message is opened.
 */
const useMessage = (id: number, row: Message | undefined, onRead: (message: Message) => void) => {
  const notifyChanged = useMessagesChanged()
  return useQuery({
    queryKey: ['messages', 'opened', id],
    queryFn: async () => {
      const message = await call('messages.one', { id })
      onRead(message)
      void notifyChanged()
      return message
    },
    placeholderData: row,
  })
}

/** Label of a message's link, by the type of record that it leads to. */
const linkLabels: Readonly<Record<string, string>> = {
  card: '查看名片',
  lawyer: '查看人员',
  article: '查看内容',
  account: '查看账户',
  office: '查看管理员',
  transfer: '查看转所申请',
  proposal: '查看代理建议',
}

/** Only paths of this application are followed, because another back-end may send anything. */
const internalPath = ({ link }: Message) => (link?.startsWith('/app/') ? link : null)

type Props = {
  id: number
  /** The message as listed, shown until it is loaded. */
  row: Message | undefined
  onRead: (message: Message) => void
  /** Link back to the list, if the message replaces it on a narrow screen. */
  back: ReactNode
}

export const MessageDetail = ({ id, row, onRead, back }: Props) => {
  const formats = useFormats()

  const translate = useTranslate()
  const { data, error, refetch } = useMessage(id, row, onRead)
  const title = useRef<HTMLHeadingElement>(null)
  const isOwnView = Boolean(back)
  const isLoaded = data !== undefined
  // Beside the list the focus stays in the list, whose arrow keys move between messages.
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
  const path = internalPath(data)
  const texts = messageTexts(data, translate)
  return (
    <article className="message">
      {back}
      <header>
        <h2 ref={title} tabIndex={-1}>
          {data.level === 2 && <span className="chip chip-bad message-important">{translate('重要')}</span>}
          {texts.title}
        </h2>
        <p className="secondary cluster">
          <span>{translate(messageTypeLabel(data))}</span>
          <span>{translate('发送人：%{sender}', { sender: senderText(data, translate) })}</span>
          <time className="cell-number" dateTime={data.createdAt}>
            {timestampText(data.createdAt, formats)}
          </time>
        </p>
      </header>
      <p className="message-content">{texts.content}</p>
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
