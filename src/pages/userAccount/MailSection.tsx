import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useNotify, useTranslate } from 'ra-core'

import type { ServedCall } from '../../../providers/call.ts'
import { errorSentence } from '../../../providers/envelope.ts'
import { dedupeOptions } from '../../../providers/queryClient.ts'
import { messageTypes } from '../../../resources/domain/messageTypes.ts'
import { callKey, useCall } from '../../session/useCall.ts'
import { ErrorState } from '../../states/states.tsx'

const choiceKey = callKey('messages.mailChoice', {})

type MessageType = (typeof messageTypes)[number][0]
type Choice = { types: MessageType[]; offered: MessageType[]; hasAddress: 0 | 1 }

const useChoosing = (chooseCall: ServedCall<'messages.chooseMail'>) => {
  const translate = useTranslate()
  const client = useQueryClient()
  const notify = useNotify()
  return useMutation({
    // One after the other: each sends all types that are wanted.
    scope: { id: 'messages.chooseMail' },
    mutationFn: (types: MessageType[]) => chooseCall({ types }),
    onSuccess: choice => client.setQueryData(choiceKey, choice),
    onError: error => notify(errorSentence(error, translate), { type: 'error' }),
  })
}

type ChoicesProps = { choice: Choice; chooseCall: ServedCall<'messages.chooseMail'> }

const Choices = ({ choice: { types, offered, hasAddress }, chooseCall }: ChoicesProps) => {
  const translate = useTranslate()
  const { mutate, isPending, variables } = useChoosing(chooseCall)
  const chosen = isPending ? variables : types
  return (
    <section className="panel" aria-label={translate('邮件通知')} aria-busy={isPending}>
      <h2 className="section-title">{translate('邮件通知')}</h2>
      <p className="field-hint">
        {hasAddress
          ? translate('选中的站内信同时发到您的邮箱，邮件只有标题和链接。')
          : translate('您还没有登记邮箱，登记后才能收到邮件。')}
      </p>
      <div className="stack mail-types">
        {messageTypes
          .filter(([type]) => offered.includes(type))
          .map(([type, label]) => (
            <label key={type} className="check">
              <input
                type="checkbox"
                checked={chosen.includes(type)}
                onChange={({ target }) =>
                  mutate(target.checked ? [...chosen, type] : chosen.filter(it => it !== type))
                }
              />
              {translate(label)}
            </label>
          ))}
      </div>
    </section>
  )
}

/** Which messages also come by mail; absent where the firm allows none. */
export const MailSection = ({ chooseCall }: { chooseCall: ServedCall<'messages.chooseMail'> }) => {
  const { data, error, refetch } = useCall('messages.mailChoice', {}, dedupeOptions)
  if (error && !data) return <ErrorState error={error} onRetry={() => void refetch()} />
  return data && data.offered.length > 0 ? <Choices choice={data} chooseCall={chooseCall} /> : null
}
