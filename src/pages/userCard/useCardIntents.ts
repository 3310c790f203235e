import { useQueryClient } from '@tanstack/react-query'
import { useNotify, useTranslate } from 'ra-core'
import { useNavigate } from 'react-router-dom'

import { call } from '../../../providers/call.ts'
import { isBlank } from '../../../resources/domain/sameness.ts'
import { answeredCardState } from '../../../resources/cards/transitions.ts'
import { type CardField, cards } from '../../../resources/cards/index.ts'
import type { FieldErrors } from '../../../resources/domain/codes.ts'
import { type AnyRecord, blankMessage } from '../../../resources/kit/index.ts'
import type { Translate } from '../../../resources/kit/translate.ts'
import type { CardLanguage, OwnCard } from '../../card/useOwnCards.ts'
import type { Intent, Send, FormValues } from '../../form/intent.ts'
import { savedText, useSave } from '../../form/useSave.ts'

type Options = {
  card: OwnCard | null
  language: CardLanguage
  /** What the firm asks of a card before it is submitted. */
  needed: readonly CardField[]
}

const withoutNulls = (values: FormValues) =>
  Object.fromEntries(Object.entries(values).filter(([, value]) => value != null))

/** A new card takes from the account what it does not say itself. */
export const useSendCard = (language: CardLanguage): Send => {
  const save = useSave(cards)
  return (values, base) => save(base ? values : { ...withoutNulls(values), language }, base)
}

/**
 * What the server would ask for before it takes a submission; asked here first, so that nothing is half-done. A new card
 * takes the mobile of the account.
 */
const missingIn = (values: FormValues, { needed, card }: Options, translate: Translate): FieldErrors =>
  Object.fromEntries(
    needed
      .filter(name => isBlank(values[name]) && (card || name !== 'mobile'))
      .map(name => [name, translate(blankMessage(cards.fields[name]))]),
  )

/** 保存, and 提交审核 or without a review 发布. */
export const useCardIntents = (options: Options): readonly Intent[] => {
  const { card, language } = options
  const translate = useTranslate()
  const client = useQueryClient()
  const notify = useNotify()
  const navigate = useNavigate()
  const isReviewed = card === null || Object.values(card.policy).includes('review')
  const refetchCards = () => client.invalidateQueries({ queryKey: ['cards'] })
  const submit = async ({ id, version }: AnyRecord) => {
    try {
      const { auditStatus } = await call('cards.submitAudit', { id, version: Number(version) })
      notify(auditStatus === 1 ? translate('已提交审核') : translate('已发布'), { type: 'success' })
    } finally {
      // What was typed is on the server, whatever became of the submission.
      await refetchCards()
    }
    void navigate(`/app/user/dashboard?language=${language}`)
  }
  return [
    {
      name: 'save',
      label: translate('保存'),
      isDefault: true,
      onSaved: async (saved, base) => {
        await refetchCards()
        notify(savedText(base, saved), { type: 'success' })
      },
    },
    {
      name: 'submit',
      label: isReviewed ? translate('提交审核') : translate('发布'),
      isPrimary: true,
      needsNoChange: card !== null && answeredCardState(card) !== 'passed',
      check: values => missingIn(values, options, translate),
      onSaved: submit,
    },
  ]
}
