import { useTranslate } from 'ra-core'
import { useCallback, useEffect, useMemo } from 'react'
import type { UseFormReturn } from 'react-hook-form'
import { useSearchParams } from 'react-router-dom'

import { cards } from '../../../resources/cards/index.ts'
import type { Fields } from '../../../resources/kit/index.ts'
import type { Translate } from '../../../resources/kit/translate.ts'
import { CardDraftPreview } from '../../card/CardDraftPreview.tsx'
import { useNeeded } from '../../card/useNeeded.ts'
import type { CardLanguage, OwnCard } from '../../card/useOwnCards.ts'
import { FormFrame, FormHead } from '../../form/FormFrame.tsx'
import type { FormValues } from '../../form/intent.ts'
import { IntentBar } from '../../form/IntentBar.tsx'
import { SectionList } from '../../form/SectionList.tsx'
import { sectionsOf, editableFields } from '../../form/sections.ts'
import { useRecordForm } from '../../form/useRecordForm.ts'
import { FloatingPreview } from '../../preview/PreviewAside.tsx'
import { CardSections } from './CardSections.tsx'
import { FormState } from './FormState.tsx'
import { CopyBlanks } from './OtherLanguage.tsx'
import { policyNotes } from './policyNotes.ts'
import { useCardDraft } from './useCardDraft.ts'
import { useCardIntents, useSendCard } from './useCardIntents.ts'

const sections = sectionsOf(cards, 'update')
const fields = editableFields(sections, cards.fields)
const names = Object.keys(fields)
const blank = Object.fromEntries(names.map(name => [name, null]))

/** What the page asks of the forms in it when it is left. */
export type OwnCardHandle = {
  isChangedNow: () => boolean
  /** Sends at once what was typed last. */
  flush: () => Promise<void>
}

type Props = {
  language: CardLanguage
  /** Null before the first save. */
  card: OwnCard | null
  /** The card in the other language, where it is looked at beside this one. */
  other: OwnCard | null
  initial: FormValues
  isShown: boolean
  onChanged: (language: CardLanguage, count: number) => void
  onReady: (language: CardLanguage, form: OwnCardHandle) => void
}

/** As the lawyer sees them: with what becomes of a change, and a mark where a submission needs something. */
const shownFields = (
  notes: Readonly<Record<string, string>>,
  needed: readonly string[],
  translate: Translate,
): Fields =>
  Object.fromEntries(
    Object.entries(fields).map(([name, field]) => {
      const note = notes[name]
      const hint =
        note && field.hint
          ? translate('%{sentence}。', { sentence: translate(note) }) + translate(field.hint)
          : (note ?? field.hint)
      const isRequired = field.isRequired || needed.includes(name)
      return [name, { ...field, isRequired, ...(hint && { hint }) }]
    }),
  )

/** A message may lead to one field: it is scrolled to and marked. */
const useTargetField = (isShown: boolean, { setFocus }: UseFormReturn) => {
  const [params] = useSearchParams()
  const field = params.get('field')
  useEffect(() => {
    if (!isShown || !field || !(field in fields)) return
    const element = document.getElementById(`part-${field}`)
    element?.scrollIntoView({ block: 'center' })
    setFocus(field)
  }, [isShown, field, setFocus])
  return field
}

/** The card on the phone, from what is written. */
const useDraw = (card: OwnCard | null, language: CardLanguage) =>
  useCallback(
    (values: FormValues) => (
      <CardDraftPreview values={values} base={{ organizationId: null, ...card, language }} />
    ),
    [card, language],
  )

const Outdated = () => {
  const translate = useTranslate()
  return <p className="note is-waiting">{translate('名片已在别处修改过，保存时会让您比较两边的不同。')}</p>
}

/** One of the two forms: marks of what is reviewed or locked, saving and submitting. */
export const OwnCardForm = ({ language, card, other, initial, isShown, onChanged, onReady }: Props) => {
  const translate = useTranslate()
  const isLocked = card?.auditStatus === 1
  const { notes, isLocked: isFieldLocked } = useMemo(() => policyNotes(card), [card])
  const needed = useNeeded()
  const shown = useMemo(() => shownFields(notes, needed, translate), [notes, needed, translate])
  const form = useRecordForm({
    sections,
    fields: cards.fields,
    base: card,
    initial: { ...blank, ...initial, language },
    send: useSendCard(language),
    intents: useCardIntents({ card, language, needed }),
    drafts: useCardDraft(language),
    isLocked,
  })
  const { changed, autosave, isChangedNow, idOf } = form
  const { flush } = autosave
  useEffect(() => onChanged(language, changed.length), [language, changed.length, onChanged])
  useEffect(() => onReady(language, { isChangedNow, flush }))
  const target = useTargetField(isShown, form.methods)
  const draw = useDraw(card, language)
  return (
    <FormFrame form={form} hasOwnGuard={false}>
      <div className={other ? 'form-grid own-card is-comparing' : 'form-grid own-card'}>
        {isShown && <SectionList sections={sections} idOf={idOf} changed={changed} />}
        <div className="form-column">
          <FormState card={card} needed={needed} />
          <FormHead form={form}>
            {autosave.isOutdated && <Outdated />}
            {other && !isLocked && <CopyBlanks names={names} other={other} isLocked={isFieldLocked} />}
          </FormHead>
          <CardSections
            sections={sections}
            idOf={idOf}
            fields={shown}
            card={card}
            other={other}
            target={target}
            isLocked={isFieldLocked}
          />
          {!isLocked && <IntentBar form={form} className="own-card-bar" />}
        </div>
        {isShown && <FloatingPreview>{draw}</FloatingPreview>}
      </div>
    </FormFrame>
  )
}
