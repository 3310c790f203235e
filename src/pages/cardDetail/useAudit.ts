import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useNotify, useTranslate } from 'ra-core'

import { call } from '../../../providers/call.ts'
import { CallError, sentenceOf } from '../../../providers/envelope.ts'
import type { cards } from '../../../resources/cards/index.ts'
import type { InputOf } from '../../../resources/kit/index.ts'
import type { Translate } from '../../../resources/kit/translate.ts'

type Audit = InputOf<(typeof cards.calls)['adminAuditCard']>

/** Missing fields are named; anything else is the server's sentence. */
const messageOf = (error: unknown, translate: Translate) =>
  error instanceof CallError && error.body.errors
    ? translate('还不能通过：%{values}', { values: Object.values(error.body.errors).join(translate('；')) })
    : sentenceOf(error, translate)

/** Approves or sends back, and shows the card as it then is; after a lost race too. */
export const useAudit = () => {
  const translate = useTranslate()
  const client = useQueryClient()
  const notify = useNotify()
  const { mutateAsync, isPending } = useMutation({
    mutationKey: ['cards'],
    mutationFn: (input: Audit) => call('cards.adminAuditCard', input),
    onSuccess: (_, { auditStatus }) =>
      notify(auditStatus === 2 ? translate('已通过，名片已发布') : translate('已驳回'), { type: 'success' }),
    onError: error => notify(messageOf(error, translate), { type: 'error' }),
    onSettled: () => client.invalidateQueries({ predicate: ({ queryKey }) => queryKey[0] !== 'areas' }),
  })
  return { audit: mutateAsync, isRunning: isPending }
}
