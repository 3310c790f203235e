import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useNotify, useTranslate } from 'ra-core'
import { useSearchParams } from 'react-router-dom'

import { call } from '../../providers/call.ts'
import type { ServedCall } from '../../providers/call.ts'
import { CallError, errorSentence } from '../../providers/envelope.ts'
import type { cards } from '../../resources/cards/index.ts'
import type { OutputOf } from '../../resources/kit/index.ts'
import { useMandateInput } from './mandates/mandateContext.ts'
import { useCall } from '../session/useCall.ts'

export type OwnCards = OutputOf<(typeof cards.calls)['cardInfoByLawyer']>
export type OwnCard = NonNullable<OwnCards['CN']>
export type CardLanguage = 'CN' | 'EN'

/** The Chinese and the English card of the signed-in lawyer, or of the lawyer in whose place he maintains them. */
export const useOwnCards = () => useCall('cards.cardInfoByLawyer', useMandateInput(), { staleTime: 0 })

/** The card language in the address, so that messages can link to a card. */
export const useCardLanguage = (): [CardLanguage, (language: CardLanguage) => void] => {
  const [params, setParams] = useSearchParams()
  const language = params.get('language') === 'EN' ? 'EN' : 'CN'
  const lawyer = params.get('lawyer')
  return [
    language,
    next => setParams({ ...(lawyer !== null && { lawyer }), language: next }, { replace: true }),
  ]
}

/** Confirms that the published card is right, as the firm has asked. */
export const useConfirmCard = (confirmCall: ServedCall<'cards.confirm'>) => {
  const translate = useTranslate()
  const client = useQueryClient()
  const notify = useNotify()
  return useMutation({
    mutationKey: ['cards'],
    mutationFn: ({ id, version }: Pick<OwnCard, 'id' | 'version'>) => confirmCall({ id, version }),
    onSuccess: () => notify(translate('已确认，谢谢'), { type: 'success' }),
    onError: error => notify(errorSentence(error, translate), { type: 'warning' }),
    onSettled: () => client.invalidateQueries({ queryKey: ['cards'] }),
  })
}

/** Withdraws a submission; if the reviewer has decided in the meantime, the decision is shown. */
export const useWithdrawCard = () => {
  const translate = useTranslate()
  const client = useQueryClient()
  const notify = useNotify()
  const byMandate = useMandateInput()
  return useMutation({
    mutationKey: ['cards'],
    mutationFn: ({ id, version }: Pick<OwnCard, 'id' | 'version'>) =>
      call('cards.submitAudit', { id, version, withdraw: 1, ...byMandate }),
    onSuccess: () => notify(translate('已撤回，可以继续修改'), { type: 'success' }),
    onError: error =>
      notify(
        error instanceof CallError && error.code === '4091' && byMandate.mandateId === undefined
          ? translate('名片已有审核结果')
          : errorSentence(error, translate),
        {
          type: 'warning',
        },
      ),
    onSettled: () => client.invalidateQueries({ queryKey: ['cards'] }),
  })
}
