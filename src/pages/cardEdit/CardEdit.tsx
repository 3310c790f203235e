import { useNotify, useStore, useTranslate } from 'ra-core'
import { useCallback, useEffect, useMemo, useRef, useState } from 'react'
import { type Location, useNavigate, useParams } from 'react-router-dom'

import { isBlank } from '../../../resources/domain/sameness.ts'
import { cards } from '../../../resources/cards/index.ts'
import { cardContent } from '../../../resources/cards/content.ts'
import type { AnyRecord, Fields } from '../../../resources/kit/index.ts'
import { Input } from '../../fields/inputs.tsx'
import { useCall, useServedCall } from '../../session/useCall.ts'
import { useRights } from '../../session/useRights.ts'
import { cardAdminForm, pendingCardForm, withEffectiveDay } from '../../card/adminForm.ts'
import { CardDraftPreview } from '../../card/CardDraftPreview.tsx'
import { cardFieldLabel } from '../../card/fieldLabel.ts'
import { LanguageSwitch } from '../../card/languages/LanguageSwitch.tsx'
import { CardReveal } from '../../card/CardReveal.tsx'
import type { Card } from '../../card/useCard.ts'
import { useEditedCard, useSendCard } from '../../card/useEditedCard.ts'
import type { CardLanguage, OwnCard } from '../../card/useOwnCards.ts'
import { IgnorableFindings } from '../../review/findings/IgnorableFindings.tsx'
import { useIgnoreCardFinding } from '../../review/findings/useIgnoring.ts'
import { MachineNote } from '../../card/MachineNote.tsx'
import { DraftNotice } from '../../card/languages/EnglishDraft.tsx'
import { LanguageGaps } from '../../card/languages/LanguageGaps.tsx'
import { CompareButton, OtherValue } from '../../card/languages/OtherLanguage.tsx'
import { PageActions, PageTitle } from '../../layout/pageSlots.tsx'
import { useFormPreview } from '../../preview/phone/PreviewAside.tsx'
import { saveIntent, type Intent } from '../../form/undoable/intent.ts'
import { LeaveGuard } from '../../form/LeaveGuard.tsx'
import { SectionedForm } from '../../form/RecordForm.tsx'
import { sectionsOf } from '../../form/sections.ts'
import { type RecordFormState, useRecordForm } from '../../form/useRecordForm.ts'
import { savedText, useSave } from '../../form/saving/useSave.ts'
import { Loaded } from '../../states/Loaded.tsx'
import { pathTo } from '../../routing/paths.ts'
import { ProposalNote } from '../../form/saving/ProposalNote.tsx'
import { OtherEditors } from '../../form/saving/OtherEditors.tsx'

/** Functions of a form that the page's leave guard needs. */
type FormHandle = Pick<RecordFormState, 'isChangedNow' | 'keep' | 'discard'>

type EditorProps = {
  card: Card
  isShown: boolean
  /** Languages with unsaved changes. */
  unsaved: readonly CardLanguage[]
  /** Both callbacks register something and return a function that removes it. */
  onForm: (id: number, handle: FormHandle) => () => void
  onChanged: (language: CardLanguage, isChanged: boolean) => () => void
  onOpen: (id: number) => void
}

const pathOf = (id: number) => pathTo(cards.views.edit!.path, id)

const useOnSaved = (base: AnyRecord, leave: () => void): Intent['onSaved'] => {
  const translate = useTranslate()
  const notify = useNotify()
  return saved => {
    const text =
      saved['auditStatus'] === 2 && isBlank(saved['changedFields'])
        ? translate('已保存并发布')
        : translate('已保存')
    notify(savedText(base, saved, text), { type: 'success' })
    leave()
  }
}

const useCardForm = (card: Card, isDecidable: boolean, leave: () => void) => {
  const translate = useTranslate()
  const isSchedulable =
    useServedCall('cards.unschedule') !== null &&
    card.published !== null &&
    !card.effectiveAt &&
    (isDecidable || card.auditStatus !== 1)
  const resource = useMemo(() => {
    const form = isDecidable ? pendingCardForm : cardAdminForm
    return isSchedulable ? withEffectiveDay(form) : form
  }, [isDecidable, isSchedulable])
  // The form keeps the version it was opened with, so that changes by others are reported as a conflict when saving.
  const [base] = useState<AnyRecord>(() => ({ ...card, ...(card.auditStatus === 1 && { publish: 0 }) }))
  const onSaved = useOnSaved(base, leave)
  return useRecordForm({
    sections: useMemo(() => sectionsOf(resource, 'update'), [resource]),
    fields: resource.fields,
    base,
    draftName: pathOf(card.id),
    send: useSendCard(card.id, useSave(resource)),
    intents: [saveIntent(translate, onSaved)],
  })
}

/** The card in the other language, which can be shown below the fields to compare, copy and translate. */
const useOtherCard = ({ lawyerId, language }: Card) => {
  const [isComparing, setComparing] = useStore('cardEdit.isComparing', false)
  const { data } = useCall('cards.cardInfoByLawyer', { lawyerId }, { staleTime: 0 })
  const other = data?.[language === 'CN' ? 'EN' : 'CN'] ?? null
  return { other, compared: isComparing ? other : null, isComparing, setComparing }
}

/** Renders each field, and below those with content the value of the other language. */
const useRenderField = (fields: Fields, other: OwnCard | null) =>
  useMemo(
    () =>
      other
        ? (name: string) => (
            <>
              <Input field={fields[name]!} source={name} />
              {name in cardContent && <OtherValue name={name} field={fields[name]!} other={other} mayCopy />}
            </>
          )
        : undefined,
    [fields, other],
  )

const CardEditor = ({ card, isShown, unsaved, onForm, onChanged, onOpen }: EditorProps) => {
  const translate = useTranslate()
  const navigate = useNavigate()
  const { can } = useRights()
  const ignoreOf = useIgnoreCardFinding()
  const isDecidable = card.auditStatus === 1 && can(cards, 'adminAuditCard', card)
  const renderPreview = useCallback(
    (values: Readonly<Record<string, unknown>>) => <CardDraftPreview values={values} base={card} />,
    [card],
  )
  const preview = useFormPreview(renderPreview)
  const leave = () => void navigate(pathTo(cards.views.show!.path, card.id))
  const form = useCardForm(card, isDecidable, leave)
  const isChanged = form.changed.length > 0
  const { other, compared, isComparing, setComparing } = useOtherCard(card)
  const renderField = useRenderField(form.fields, compared)
  useEffect(() => onForm(card.id, form))
  useEffect(() => onChanged(card.language, isChanged), [card.language, isChanged, onChanged])
  const notes = Object.fromEntries(unsaved.map(language => [language, translate('未保存')]))
  return (
    <>
      {isShown && <PageTitle>{translate('编辑名片：%{name}', { name: card.name })}</PageTitle>}
      {isShown && <OtherEditors resource={cards.name} id={card.id} />}
      {isShown && <ProposalNote resource={cards.name} id={card.id} />}
      {isShown && other && (
        <PageActions>
          <CompareButton language={other.language} isComparing={isComparing} onChange={setComparing} />
        </PageActions>
      )}
      <LanguageSwitch card={card} notes={notes} onOpen={onOpen} />
      {card.auditStatus === 1 && !isDecidable && (
        <p className="field-hint">{translate('该名片正在等待审核，修改将保存到待审版本。')}</p>
      )}
      <IgnorableFindings findings={card.findings} labelOf={cardFieldLabel} ignore={ignoreOf(card)} />
      <MachineNote card={card} />
      {other?.language === 'CN' && <LanguageGaps card={card} mayConfirm />}
      {compared?.language === 'CN' && <DraftNotice />}
      <SectionedForm
        form={form}
        onCancel={leave}
        {...preview}
        renderField={renderField}
        isFoldable
        hasOwnGuard={false}
      />
    </>
  )
}

const CardForm = ({ id, ...props }: { id: number } & Omit<EditorProps, 'card'>) => (
  <div hidden={!props.isShown}>
    <Loaded query={useEditedCard(id)}>
      {card => (
        <CardReveal>
          <CardEditor card={card} {...props} />
        </CardReveal>
      )}
    </Loaded>
  </div>
)

/** State of the forms of both languages, for the common leave guard. */
const useBothForms = () => {
  const forms = useRef(new Map<number, FormHandle>())
  const [changed, setChanged] = useState<Partial<Record<CardLanguage, boolean>>>({})
  const onForm = useCallback((id: number, handle: FormHandle) => {
    const known = forms.current
    known.set(id, handle)
    return () => void known.delete(id)
  }, [])
  const onChanged = useCallback((language: CardLanguage, isChanged: boolean) => {
    setChanged(known => ({ ...known, [language]: isChanged }))
    return () => setChanged(known => ({ ...known, [language]: false }))
  }, [])
  return {
    onForm,
    onChanged,
    unsaved: (['CN', 'EN'] as const).filter(language => changed[language]),
    isChangedNow: () => [...forms.current.values()].some(form => form.isChangedNow()),
    keepAll: () => forms.current.forEach(form => form.keep()),
    discardAll: () => forms.current.forEach(form => form.discard()),
  }
}

/** Navigation state of a switch between the languages, which loses no changes. */
const languageSwitchState = { isLanguageSwitch: true }

const isLanguageSwitch = ({ state }: Location<unknown>) =>
  typeof state === 'object' && state !== null && 'isLanguageSwitch' in state

/**
 * Page 编辑名片. Changes by an administrator are published at once, unless the card waits for review. The forms of both
 * languages stay mounted, so that switching between them keeps typed values.
 */
export const CardEdit = () => {
  const id = Number(useParams().id)
  const navigate = useNavigate()
  const [openedIds, setOpenedIds] = useState<readonly number[]>([id])
  if (!openedIds.includes(id)) setOpenedIds([id])
  const { unsaved, isChangedNow, keepAll, discardAll, ...formCallbacks } = useBothForms()
  const openCard = (next: number) => {
    setOpenedIds(known => (known.includes(next) ? known : [...known, next]))
    void navigate(pathOf(next), { state: languageSwitchState })
  }
  return (
    <>
      {openedIds.map(own => (
        <CardForm
          key={own}
          id={own}
          isShown={own === id}
          unsaved={unsaved}
          onOpen={openCard}
          {...formCallbacks}
        />
      ))}
      <LeaveGuard
        isChanged={unsaved.length > 0}
        isChangedNow={isChangedNow}
        isWithin={next => isLanguageSwitch(next) || openedIds.map(pathOf).includes(next.pathname)}
        onLeave={keepAll}
        onDiscard={discardAll}
      />
    </>
  )
}
