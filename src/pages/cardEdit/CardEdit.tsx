import { useNotify, useTranslate } from 'ra-core'
import { useCallback, useEffect, useMemo, useRef, useState } from 'react'
import { type Location, useNavigate, useParams } from 'react-router-dom'

import { useFormRecord } from '../../../providers/useRecordForPage.ts'
import { isBlank } from '../../../resources/domain/sameness.ts'
import { cards } from '../../../resources/cards/index.ts'
import type { AnyRecord } from '../../../resources/kit/index.ts'
import { useRights } from '../../shell/useRights.ts'
import { adminForm, waitingForm } from '../../card/adminForm.ts'
import { CardDraftPreview } from '../../card/CardDraftPreview.tsx'
import { fieldLabel } from '../../card/fieldLabel.ts'
import { LanguageSwitch } from '../../card/LanguageSwitch.tsx'
import type { Card } from '../../card/useCard.ts'
import type { CardLanguage } from '../../card/useOwnCards.ts'
import { IgnorableFindings } from '../../review/findings/IgnorableFindings.tsx'
import { useIgnoreCardFinding } from '../../review/findings/useIgnoring.ts'
import { PageTitle } from '../../shell/pageSlots.tsx'
import { usePreview } from '../../preview/PreviewAside.tsx'
import { saveIntent, type Intent } from '../../form/intent.ts'
import { LeaveGuard } from '../../form/LeaveGuard.tsx'
import { SectionedForm } from '../../form/RecordForm.tsx'
import { sectionsOf } from '../../form/sections.ts'
import { useRecordForm } from '../../form/useRecordForm.ts'
import { savedText, useSave } from '../../form/useSave.ts'
import { Loaded } from '../../shell/Loaded.tsx'
import { pathTo } from '../../shell/paths.ts'

/** What the page asks of the forms in it when it is left. */
type Handle = { isChangedNow: () => boolean; forget: () => void }

type EditorProps = {
  card: Card
  isShown: boolean
  /** The languages of which something is unsaved. */
  unsaved: readonly CardLanguage[]
  /** Both answer how the form is forgotten again. */
  onForm: (id: number, handle: Handle) => () => void
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
  const resource = isDecidable ? waitingForm : adminForm
  // The form keeps the version it was opened with: what others save meanwhile is a conflict to show, not to hide.
  const [base] = useState<AnyRecord>(() => ({ ...card, ...(card.auditStatus === 1 && { publish: 0 }) }))
  const onSaved = useOnSaved(base, leave)
  return useRecordForm({
    sections: useMemo(() => sectionsOf(resource, 'update'), [resource]),
    fields: resource.fields,
    base,
    draftName: pathOf(card.id),
    send: useSave(resource),
    intents: [saveIntent(translate, onSaved)],
  })
}

const Editor = ({ card, isShown, unsaved, onForm, onChanged, onOpen }: EditorProps) => {
  const translate = useTranslate()
  const navigate = useNavigate()
  const { can } = useRights()
  const ignoreOf = useIgnoreCardFinding()
  const isDecidable = card.auditStatus === 1 && can(cards, 'adminAuditCard', card)
  const draw = useCallback(
    (values: Readonly<Record<string, unknown>>) => <CardDraftPreview values={values} base={card} />,
    [card],
  )
  const preview = usePreview(draw)
  const leave = () => void navigate(pathTo(cards.views.show!.path, card.id))
  const form = useCardForm(card, isDecidable, leave)
  const isChanged = form.changed.length > 0
  useEffect(() => onForm(card.id, { isChangedNow: form.isChangedNow, forget: form.drafts.forget }))
  useEffect(() => onChanged(card.language, isChanged), [card.language, isChanged, onChanged])
  const notes = Object.fromEntries(unsaved.map(language => [language, translate('未保存')]))
  return (
    <>
      {isShown && <PageTitle>{translate('编辑名片：%{name}', { name: card.name })}</PageTitle>}
      <LanguageSwitch card={card} notes={notes} onOpen={onOpen} />
      {card.auditStatus === 1 && !isDecidable && (
        <p className="field-hint">{translate('该名片正在等待审核，修改将保存到待审版本。')}</p>
      )}
      <IgnorableFindings findings={card.findings} labelOf={fieldLabel} ignore={ignoreOf(card)} />
      <SectionedForm form={form} onCancel={leave} {...preview} isFoldable hasOwnGuard={false} />
    </>
  )
}

const OneCard = ({ id, ...props }: { id: number } & Omit<EditorProps, 'card'>) => (
  <div hidden={!props.isShown}>
    <Loaded query={useFormRecord<Card>('cards', id)}>{card => <Editor card={card} {...props} />}</Loaded>
  </div>
)

/** Both forms as one, for when the page is left. */
const useForms = () => {
  const forms = useRef(new Map<number, Handle>())
  const [changed, setChanged] = useState<Partial<Record<CardLanguage, boolean>>>({})
  const onForm = useCallback((id: number, handle: Handle) => {
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
    forgetAll: () => forms.current.forEach(form => form.forget()),
  }
}

/** Of a step from one language to the other, for which nothing that is typed has to be given up. */
const switching = { isLanguageSwitch: true }

const isSwitching = ({ state }: Location<unknown>) =>
  typeof state === 'object' && state !== null && 'isLanguageSwitch' in state

/**
 * 编辑名片: what an administrator changes is published at once, unless the card waits for review. The forms of both
 * languages stay: what is typed in one is not lost by a look at the other.
 */
export const CardEdit = () => {
  const id = Number(useParams().id)
  const navigate = useNavigate()
  const [opened, setOpened] = useState<readonly number[]>([id])
  if (!opened.includes(id)) setOpened([id])
  const { unsaved, isChangedNow, forgetAll, ...told } = useForms()
  const open = (next: number) => {
    setOpened(known => (known.includes(next) ? known : [...known, next]))
    void navigate(pathOf(next), { state: switching })
  }
  return (
    <>
      {opened.map(own => (
        <OneCard key={own} id={own} isShown={own === id} unsaved={unsaved} onOpen={open} {...told} />
      ))}
      <LeaveGuard
        isChanged={unsaved.length > 0}
        isChangedNow={isChangedNow}
        isWithin={next => isSwitching(next) || opened.map(pathOf).includes(next.pathname)}
        onLeave={forgetAll}
      />
    </>
  )
}
