import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useNotify, useTranslate } from 'ra-core'
import { useMemo } from 'react'

import { errorSentence } from '../../../providers/envelope.ts'
import { timestampText } from '../../fields/dates/dates.ts'
import { useFormats } from '../../language/useLanguage.ts'
import { useCall, useServedCall } from '../../session/useCall.ts'
import { cardFieldLabel } from '../fieldLabel.ts'
import type { Card } from '../useCard.ts'
import { gapSentences, type OutdatedField } from './gapSentences.ts'

import './languages.css'

const useConfirm = (id: number) => {
  const translate = useTranslate()
  const notify = useNotify()
  const client = useQueryClient()
  const confirmCall = useServedCall('cards.confirmEnglish')
  const { mutate, isPending } = useMutation({
    mutationKey: ['cards'],
    mutationFn: async ({ field, version }: OutdatedField) => {
      if (confirmCall) await confirmCall({ id, fields: [{ field, version }] })
    },
    onSuccess: () => notify(translate('已记录：英文仍然正确'), { type: 'success' }),
    onError: error => notify(errorSentence(error, translate), { type: 'error' }),
    onSettled: () => client.invalidateQueries({ queryKey: ['cards'] }),
  })
  return { confirm: confirmCall ? mutate : null, isPending }
}

type NoteProps = { chinese: Card; english: Card; mayConfirm: boolean }

/** Where an English card differs from the Chinese one, and what has not followed it, as both were last saved. */
export const LanguageGapNote = ({ chinese, english, mayConfirm }: NoteProps) => {
  const translate = useTranslate()
  const formats = useFormats()
  const sentences = useMemo(() => gapSentences(chinese, english, translate), [chinese, english, translate])
  const { confirm, isPending } = useConfirm(english.id)
  const outdated = english.outdated ?? []
  if (sentences.length + outdated.length === 0) return null
  return (
    <section className="note is-waiting language-gaps" aria-label={translate('与中文名片对照')}>
      <h2 className="section-title">
        {translate('与中文名片不一致（%{count}）', { count: sentences.length + outdated.length })}
      </h2>
      <ul>
        {outdated.map(field => {
          const label = translate(cardFieldLabel(field.field))
          return (
            <li key={field.field}>
              {translate('%{label}：中文在%{time}（版本 %{version}）改过，英文还没有改', {
                label,
                time: timestampText(field.at, formats),
                version: String(field.version),
              })}
              {mayConfirm && confirm && (
                <button
                  type="button"
                  className="row-action"
                  aria-disabled={isPending}
                  aria-label={translate('%{label}的英文仍然正确', { label })}
                  onClick={() => (isPending ? undefined : confirm(field))}
                >
                  {translate('英文仍然正确')}
                </button>
              )}
            </li>
          )
        })}
        {sentences.map(sentence => (
          <li key={sentence}>{sentence}</li>
        ))}
      </ul>
      <p className="secondary">
        {translate('由系统按项数、年份、数字、证号和联系方式比对已保存的内容，不比较文字。')}
      </p>
    </section>
  )
}

/** The same of one card on a page that has not loaded the other language; nothing beside a Chinese card. */
export const LanguageGaps = ({ card, mayConfirm }: { card: Card; mayConfirm: boolean }) => {
  const input = card.language === 'EN' ? { lawyerId: card.lawyerId } : null
  const { data } = useCall('cards.cardInfoByLawyer', input, { staleTime: 0 })
  if (!data?.CN || card.language !== 'EN') return null
  return (
    <LanguageGapNote
      chinese={data.CN}
      english={{ ...card, outdated: data.EN?.outdated }}
      mayConfirm={mayConfirm}
    />
  )
}
