import { useListContext, useTranslate } from 'ra-core'
import { type KeyboardEvent, useEffect, useRef } from 'react'
import { Link, useLocation } from 'react-router-dom'

import { isProductMessage, messages } from '../../../resources/messages.ts'
import { timestampText } from '../../fields/dates/dates.ts'
import { useShownLanguage, useFormats } from '../../language/useLanguage.ts'
import { Pager } from '../../list/table/Pager.tsx'
import type { Translate } from '../../../resources/kit/translate.ts'
import type { Message } from './useUnreadByType.ts'
import { shortTime } from './shortTime.ts'

export const messageTypeLabel = ({ type }: Pick<Message, 'type'>) =>
  messages.fields.type.options.find(([it]) => it === type)?.[1] ?? ''
/** Title and content; announcements stay as written, messages of the system are translated. */
export const messageTexts = ({ title, content, ...message }: Message, translate: Translate) =>
  !isProductMessage(message)
    ? { title, content }
    : {
        title: translate(title),
        content: content
          .split('\n')
          .map(line => translate(line))
          .join('\n'),
      }
export const senderText = ({ senderName }: Message, translate: Translate) => senderName ?? translate('系统')

/** Query string that opens a message and keeps the filters of the list. */
const searchWithId = (search: string, id: number) => {
  const params = new URLSearchParams(search)
  params.set('id', String(id))
  return `?${params}`
}

/** Arrow keys, Home and End move the focus between messages. */
const moveFocus = (event: KeyboardEvent<HTMLElement>) => {
  const rows = [...(event.currentTarget.closest('ul')?.querySelectorAll<HTMLElement>('a') ?? [])]
  const at = rows.indexOf(event.currentTarget)
  const to = { ArrowDown: at + 1, ArrowUp: at - 1, Home: 0, End: rows.length - 1 }[event.key]
  if (to === undefined) return
  event.preventDefault()
  rows[to]?.focus()
}

type RowProps = { message: Message; isOpened: boolean; isReplacing: boolean; isTabbable: boolean }

const MessageRow = ({ message, isOpened, isReplacing, isTabbable }: RowProps) => {
  const formats = useFormats()

  const translate = useTranslate()
  const { search } = useLocation()
  const isUnread = message.status === 0
  const { title, content } = messageTexts(message, translate)
  return (
    <Link
      className={isUnread ? 'message-row is-unread' : 'message-row'}
      to={searchWithId(search, message.id)}
      // Replaces the history entry, so that going back leads to the list.
      replace={isReplacing}
      aria-current={isOpened ? 'true' : undefined}
      tabIndex={isTabbable ? 0 : -1}
      data-id={message.id}
      onKeyDown={moveFocus}
    >
      <span className="message-title">
        {isUnread && <span className="message-dot" role="img" aria-label={translate('未读')} />}
        {message.level === 2 && <span className="chip chip-bad message-important">{translate('重要')}</span>}
        <span className="message-title-text">{title}</span>
      </span>
      <time
        className="caption"
        dateTime={message.createdAt}
        title={timestampText(message.createdAt, formats)}
      >
        {shortTime(message.createdAt, useShownLanguage())}
      </time>
      <span className="message-excerpt secondary">{content}</span>
      <span className="caption message-sender">
        <span>{translate(messageTypeLabel(message))}</span>
        <span>{senderText(message, translate)}</span>
      </span>
    </Link>
  )
}

/** A page of messages. On a phone, the last opened message gets the focus when the user returns to the list. */
export const MessageList = ({ openedId }: { openedId: number | null }) => {
  const translate = useTranslate()
  const { data = [], isPlaceholderData } = useListContext<Message>()
  const list = useRef<HTMLUListElement>(null)
  const previousId = useRef(openedId)
  useEffect(() => {
    if (openedId === null && previousId.current !== null)
      list.current?.querySelector<HTMLElement>(`[data-id="${previousId.current}"]`)?.focus()
    previousId.current = openedId
  }, [openedId])
  const tabbableId = data.some(row => row.id === openedId) ? openedId : data[0]?.id
  return (
    <div className={isPlaceholderData ? 'list-body is-stale' : 'list-body'} aria-busy={isPlaceholderData}>
      <ul className="panel plain-list lined message-rows" ref={list} aria-label={translate('站内信')}>
        {data.map(message => (
          <li key={message.id}>
            <MessageRow
              message={message}
              isOpened={message.id === openedId}
              isReplacing={openedId !== null}
              isTabbable={message.id === tabbableId}
            />
          </li>
        ))}
      </ul>
      <Pager />
    </div>
  )
}
