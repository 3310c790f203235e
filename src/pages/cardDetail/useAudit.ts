import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useNotify, useTranslate } from 'ra-core'

import { call } from '../../../providers/call.ts'
import type { cards } from '../../../resources/cards/index.ts'
import type { InputOf } from '../../../resources/kit/index.ts'
import { decisionFailureText } from '../../review/decisions/decisionFailureText.ts'

type Audit = InputOf<(typeof cards.calls)['adminAuditCard']>

/** Approves or rejects a card, and reloads it, even if somebody else has decided first. */
export const useCardAudit = () => {
  const translate = useTranslate()
  const client = useQueryClient()
  const notify = useNotify()
  const { mutateAsync, isPending } = useMutation({
    mutationKey: ['cards'],
    mutationFn: (input: Audit) => call('cards.adminAuditCard', input),
    onSuccess: (_, { auditStatus, effectiveOn }) =>
      notify(
        auditStatus === 3
          ? translate('已驳回')
          : effectiveOn
            ? translate('已通过，到生效日期自动发布')
            : translate('已通过，名片已发布'),
        { type: 'success' },
      ),
    onError: error => notify(decisionFailureText(error, translate), { type: 'error' }),
    onSettled: () => client.invalidateQueries({ predicate: ({ queryKey }) => queryKey[0] !== 'areas' }),
  })
  return { audit: mutateAsync, isRunning: isPending }
}
