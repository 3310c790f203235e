import { useMutation } from '@tanstack/react-query'
import { useTranslate } from 'ra-core'
import { useId } from 'react'

import type { ServedCall } from '../../../providers/call.ts'
import { errorSentence } from '../../../providers/envelope.ts'
import { chineseTexts, draftableFields } from '../../../resources/cards/englishDraft.ts'
import { isBlank } from '../../../resources/domain/sameness.ts'
import type { Field } from '../../../resources/kit/index.ts'
import { Cell } from '../../fields/kinds.tsx'
import { useCardFields } from '../../preview/phone/useCardFields.ts'
import { useCall, useServedCall } from '../../session/useCall.ts'
import { Button } from '../../ui/Button.tsx'

type DraftableField = (typeof draftableFields)[number]

/** Whether an English draft can be made of a field of the Chinese card. */
export const isDraftable = (name: string): name is DraftableField =>
  draftableFields.some(draftable => draftable === name)

type DraftProps = {
  name: DraftableField
  field: Field
  cardId: number
  /** Whether adopting the draft replaces something. */
  replaces: boolean
  onAdopt: (value: unknown) => void
}
type OfferProps = DraftProps & {
  makeCall: ServedCall<'cards.makeEnglishDraft'>
  /** Why no draft can be made; null if one can. */
  obstacle: string | null
}

type ButtonProps = {
  label: string
  obstacle: string | null
  draft: { isPending: boolean; isError: boolean; error: unknown; mutate: () => void }
}

/** The button that makes a draft, and why none can be made. */
const DraftButton = ({ label, obstacle, draft }: ButtonProps) => {
  const translate = useTranslate()
  const obstacleId = useId()
  return (
    <div className="english-draft">
      <Button
        look="quiet"
        disabled={draft.isPending || obstacle !== null}
        aria-describedby={obstacle === null ? undefined : obstacleId}
        aria-label={translate('生成英文草稿：%{label}', { label })}
        onClick={() => draft.mutate()}
      >
        {draft.isPending ? translate('正在生成…') : translate('生成英文草稿')}
      </Button>
      {obstacle !== null && (
        <p id={obstacleId} className="caption">
          {obstacle}
        </p>
      )}
      {draft.isError && (
        <p className="field-error" role="alert">
          {errorSentence(draft.error, translate)}
        </p>
      )}
    </div>
  )
}

/** Makes a draft, which is shown to be read before it can be adopted; it is stored nowhere before that. */
const OfferedDraft = (props: OfferProps) => {
  const { name, field, cardId, replaces, onAdopt, makeCall, obstacle } = props
  const translate = useTranslate()
  const englishFields: Readonly<Record<string, Field>> = useCardFields('EN')
  const label = translate(field.label)
  const draft = useMutation({
    mutationFn: () => makeCall({ id: cardId, field: name }),
  })
  if (!draft.data) return <DraftButton label={label} obstacle={obstacle} draft={draft} />
  const value = draft.data.content[name]
  return (
    <section
      className="english-draft"
      aria-label={translate('%{label}的英文草稿', { label })}
      aria-live="polite"
    >
      <p className="caption">{translate('英文草稿，请核对后采用')}</p>
      <div lang="en">
        <Cell
          field={englishFields[name] ?? field}
          value={value}
          record={{ id: cardId, ...draft.data.content }}
          isWhole
        />
      </div>
      <Button
        look="quiet"
        onClick={() => {
          onAdopt(value)
          draft.reset()
        }}
      >
        {replaces ? translate('用草稿替换') : translate('采用草稿')}
      </Button>
      <Button look="quiet" onClick={() => draft.reset()}>
        {translate('放弃草稿')}
      </Button>
    </section>
  )
}

const useDraftState = () => useCall('cards.englishDraftState', {}).data

/** Says once, above the form, where the content goes of which a draft is made. */
export const DraftNotice = () => {
  const translate = useTranslate()
  const state = useDraftState()
  if (state?.isOn !== 1 || state.usesProvider !== 1) return null
  return (
    <p className="caption draft-notice">
      {translate('点击“生成英文草稿”会把该项已保存的中文内容发送到律所选用的翻译服务。')}
    </p>
  )
}

/** Whether the glossary translates a part of a value; true if another back-end does not say which terms it has. */
const hasTerm = (value: unknown, terms: readonly string[] | undefined) =>
  !terms || chineseTexts(value).some(text => terms.some(term => text.includes(term)))

/** An English draft of one field of the Chinese card, if the firm offers drafts and the field has a value. */
export const EnglishDraft = (props: DraftProps & { value: unknown }) => {
  const translate = useTranslate()
  const makeCall = useServedCall('cards.makeEnglishDraft')
  const state = useDraftState()
  if (!makeCall || state?.isOn !== 1 || isBlank(props.value)) return null
  const obstacle = hasTerm(props.value, state.terms)
    ? null
    : translate('术语表里没有这一项的词，也没有使用翻译服务，所以没有草稿')
  return <OfferedDraft {...props} makeCall={makeCall} obstacle={obstacle} />
}
