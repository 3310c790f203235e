import { useTranslate } from 'ra-core'
import { useCallback, useEffect, useMemo, useState } from 'react'
import type { UseFormReturn } from 'react-hook-form'
import { useSearchParams } from 'react-router-dom'

import { cards } from '../../../resources/cards/index.ts'
import type { Fields } from '../../../resources/kit/index.ts'
import type { Translate } from '../../../resources/kit/translate.ts'
import { CardDraftPreview } from '../../card/CardDraftPreview.tsx'
import { useMandate } from '../../card/mandates/mandateContext.ts'
import { useRequiredCardFields } from '../../card/useNeeded.ts'
import type { CardLanguage, OwnCard } from '../../card/useOwnCards.ts'
import { FormFrame, FormHead } from '../../form/FormFrame.tsx'
import type { FormValues } from '../../form/undoable/intent.ts'
import { IntentBar } from '../../form/undoable/IntentBar.tsx'
import { SectionList } from '../../form/SectionList.tsx'
import { sectionsOf, editableFields } from '../../form/sections.ts'
import { type RecordFormState, useRecordForm } from '../../form/useRecordForm.ts'
import { FloatingPreview } from '../../preview/phone/PreviewAside.tsx'
import { OwnCardSections } from './OwnCardSections.tsx'
import { ProposedDay } from './ProposedDay.tsx'
import { CardFormState } from './FormState.tsx'
import { DraftNotice } from '../../card/languages/EnglishDraft.tsx'
import { CopyBlanks } from '../../card/languages/OtherLanguage.tsx'
import { policyNotes } from './policyNotes.ts'
import { useCardDraft } from './useCardDraft.ts'
import { useCardIntents, useSaveOwnCard } from './useCardIntents.ts'

const sections = sectionsOf(cards, 'update')
const fields = editableFields(sections, cards.fields)
const names = Object.keys(fields)
const emptyValues = Object.fromEntries(names.map(name => [name, null]))

/** Functions of a form that the page's leave guard needs. */
export type OwnCardHandle = Pick<RecordFormState, 'isChangedNow' | 'keep'>

type Props = {
  language: CardLanguage
  /** Null before the card is saved for the first time. */
  card: OwnCard | null
  /** The card in the other language, if it is compared with this one. */
  other: OwnCard | null
  initial: FormValues
  isShown: boolean
  onChanged: (language: CardLanguage, count: number) => void
  onReady: (language: CardLanguage, form: OwnCardHandle) => void
}

/** Adds a note to each field about review or locking, and marks fields that are required for submission. */
const fieldsForLawyer = (
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

/** Scrolls to the field that the address names, for links in messages. */
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

/** Preview of the card from the values of the form. */
const useRenderPreview = (card: OwnCard | null, language: CardLanguage) =>
  useCallback(
    (values: FormValues) => (
      <CardDraftPreview values={values} base={{ organizationId: null, ...card, language }} />
    ),
    [card, language],
  )

const OutdatedNote = () => {
  const translate = useTranslate()
  return <p className="note is-waiting">{translate('名片已在别处修改过，保存时会让您比较两边的不同。')}</p>
}

/** Form of the own card in one language, with saving and submitting. */
export const OwnCardForm = ({ language, card, other, initial, isShown, onChanged, onReady }: Props) => {
  const translate = useTranslate()
  const isLocked = card?.auditStatus === 1
  const { notes, isLocked: isFieldLocked } = useMemo(() => policyNotes(card, translate), [card, translate])
  const mandate = useMandate()
  const required = useRequiredCardFields(card?.template?.required)
  // What the mandate does not name is the owner's, and may be hidden here.
  const needed = useMemo(
    () => (mandate ? required.filter(name => mandate.fields.some(it => it === name)) : required),
    [mandate, required],
  )
  const [proposedOn, setProposedOn] = useState('')
  const fieldsWithNotes = useMemo(() => fieldsForLawyer(notes, needed, translate), [notes, needed, translate])
  const form = useRecordForm({
    sections,
    fields: cards.fields,
    base: card,
    initial: { ...emptyValues, ...initial, language },
    send: useSaveOwnCard(language),
    intents: useCardIntents({ card, language, needed, proposedOn }),
    drafts: useCardDraft(language),
    isLocked,
  })
  const { changed, autosave, isChangedNow, keep, idOf } = form
  useEffect(() => onChanged(language, changed.length), [language, changed.length, onChanged])
  useEffect(() => onReady(language, { isChangedNow, keep }))
  const target = useTargetField(isShown, form.methods)
  const renderPreview = useRenderPreview(card, language)
  return (
    <FormFrame form={form} hasOwnGuard={false}>
      <div className={other ? 'form-grid own-card is-comparing' : 'form-grid own-card'}>
        {isShown && <SectionList sections={sections} idOf={idOf} changed={changed} />}
        <div className="form-column">
          <CardFormState card={card} needed={needed} />
          <FormHead form={form}>
            {autosave.isOutdated && <OutdatedNote />}
            {other?.language === 'CN' && !isLocked && <DraftNotice />}
            {other && !isLocked && <CopyBlanks names={names} other={other} isLocked={isFieldLocked} />}
          </FormHead>
          <OwnCardSections
            sections={sections}
            idOf={idOf}
            fields={fieldsWithNotes}
            card={card}
            other={other}
            target={target}
            isLocked={isFieldLocked}
          />
          <ProposedDay card={card} day={proposedOn} onChange={setProposedOn} />
          {!isLocked && <IntentBar form={form} className="own-card-bar" />}
        </div>
        {isShown && <FloatingPreview>{renderPreview}</FloatingPreview>}
      </div>
    </FormFrame>
  )
}
