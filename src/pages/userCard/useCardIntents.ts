import { useQueryClient } from '@tanstack/react-query'
import { useNotify, useTranslate } from 'ra-core'
import { useNavigate } from 'react-router-dom'

import { call } from '../../../providers/call.ts'
import { isBlank, isSame } from '../../../resources/domain/sameness.ts'
import { answeredCardState } from '../../../resources/cards/transitions.ts'
import { type CardField, cards } from '../../../resources/cards/index.ts'
import type { FieldErrors } from '../../../resources/domain/codes.ts'
import { type AnyRecord, blankMessage } from '../../../resources/kit/index.ts'
import type { Translate } from '../../../resources/kit/translate.ts'
import type { CardLanguage, OwnCard } from '../../card/useOwnCards.ts'
import { type HeldMandate, useMandate, useMandateInput } from '../../card/mandates/mandateContext.ts'
import type { Intent, Send, FormValues } from '../../form/undoable/intent.ts'
import { savedText, useSave } from '../../form/saving/useSave.ts'

type Options = {
  card: OwnCard | null
  language: CardLanguage
  /** Fields that the firm requires for submission. */
  needed: readonly CardField[]
  /** The day from which the submitted change shall hold; empty for none. */
  proposedOn: string
}

const withoutNulls = (values: FormValues) =>
  Object.fromEntries(Object.entries(values).filter(([, value]) => value != null))

/** Saves the fields of a mandate that were changed. */
const saveByMandate = async (
  { id: mandateId, fields }: HeldMandate,
  values: FormValues,
  base: AnyRecord,
): Promise<AnyRecord> => {
  const changed: FormValues = Object.fromEntries(
    fields.filter(name => !isSame(values[name], base[name])).map(name => [name, values[name] ?? null]),
  )
  const answer = await call('cards.update', {
    // The call's schema checks the values of the form, whose types are not known here.
    ...(changed as object),
    id: Number(base.id),
    version: Number(base['version']),
    mandateId,
  })
  return { ...base, ...values, ...answer }
}

/** Saves the own card; empty fields of a new card are left out, so that the server takes them from the account. */
export const useSaveOwnCard = (language: CardLanguage): Send => {
  const save = useSave(cards)
  const mandate = useMandate()
  return (values, base) =>
    mandate && base
      ? saveByMandate(mandate, values, base)
      : save(base ? values : { ...withoutNulls(values), language }, base)
}

/**
 * Errors for missing fields, checked before anything is sent, because the server would refuse the submission after saving.
 * The mobile number of a new card may be empty, because it is taken from the account.
 */
const missingFieldErrors = (
  values: FormValues,
  { needed, card }: Options,
  translate: Translate,
): FieldErrors =>
  Object.fromEntries(
    needed
      .filter(name => isBlank(values[name]) && (card || name !== 'mobile'))
      .map(name => [name, translate(blankMessage(cards.fields[name]))]),
  )

/** Intents of the own card: 保存, and 提交审核, or 发布 if cards are not reviewed. */
export const useCardIntents = (options: Options): readonly Intent[] => {
  const { card, language, proposedOn } = options
  const translate = useTranslate()
  const client = useQueryClient()
  const notify = useNotify()
  const navigate = useNavigate()
  const byMandate = useMandateInput()
  const isReviewed = card === null || Object.values(card.policy).includes('review')
  const refetchCards = () => client.invalidateQueries({ queryKey: ['cards'] })
  const submitForReview = async ({ id, version }: AnyRecord) => {
    try {
      const { auditStatus } = await call('cards.submitAudit', {
        id,
        version: Number(version),
        ...(proposedOn && { effectiveOn: proposedOn }),
        ...byMandate,
      })
      notify(auditStatus === 1 ? translate('已提交审核') : translate('已发布'), { type: 'success' })
    } finally {
      // The card has been saved, even if submitting failed.
      await refetchCards()
    }
    void navigate(byMandate.mandateId ? '/app/user/mandate' : `/app/user/dashboard?language=${language}`)
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
      check: values => missingFieldErrors(values, options, translate),
      onSaved: submitForReview,
    },
  ]
}
