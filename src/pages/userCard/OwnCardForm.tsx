import { Form, useTranslate } from 'ra-core'
import { useCallback, useEffect, useMemo, useRef } from 'react'
import { type FieldValues, useFormContext } from 'react-hook-form'
import { useSearchParams } from 'react-router-dom'

import { type CardField, cards } from '../../../resources/cards/index.ts'
import type { Fields } from '../../../resources/kit/index.ts'
import { DraftChoice } from '../../form/drafts/DraftChoice.tsx'
import { useUnsaved } from '../../form/drafts/useUnsaved.ts'
import { CardDraftPreview } from '../../card/CardDraftPreview.tsx'
import { useNeeded } from '../../card/useNeeded.ts'
import type { CardLanguage, OwnCard } from '../../card/useOwnCards.ts'
import { resolverOf } from '../../fields/resolver.ts'
import { lazyComponent } from '../../shell/lazyComponent.tsx'
import { FloatingPreview } from '../../preview/PreviewAside.tsx'
import { ErrorSummary } from '../../form/ErrorSummary.tsx'
import { SectionList } from '../../form/SectionList.tsx'
import { sectionsOf, editableFields } from '../../form/sections.ts'
import { useChanges } from '../../form/useChanges.ts'
import type { Translate } from '../../../resources/kit/translate.ts'
import { CardBar } from './CardBar.tsx'
import { CardSections } from './CardSections.tsx'
import { FormState } from './FormState.tsx'
import { CopyBlanks } from './OtherLanguage.tsx'
import { policyNotes } from './policyNotes.ts'
import { useCardDraft } from './useCardDraft.ts'
import { type CardIntent, useSaveCard } from './useSaveCard.ts'

const ConflictDialog = lazyComponent(() =>
  import('../../form/ConflictDialog.tsx').then(it => it.ConflictDialog),
)

const sections = sectionsOf(cards, 'update')
const fields = editableFields(sections, cards.fields)
const names = Object.keys(fields)

type Props = {
  language: CardLanguage
  /** Null before the first save. */
  card: OwnCard | null
  /** The card in the other language, where it is looked at beside this one. */
  other: OwnCard | null
  initial: Readonly<Record<string, unknown>>
  isShown: boolean
  onChanged: (language: CardLanguage, count: number) => void
  /** What sends at once what was typed last, for when the page is left. */
  onFlushReady: (language: CardLanguage, flush: () => Promise<void>) => void
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

/** One of the two forms: drafts, marks of what is reviewed or locked, saving and submitting. */
export const OwnCardForm = (props: Props) => {
  const translate = useTranslate()
  const { language, card, initial } = props
  const { notes, isLocked } = useMemo(() => policyNotes(card), [card])
  const needed = useNeeded()
  const shown = useMemo(() => shownFields(notes, needed, translate), [notes, needed, translate])
  const record = useMemo(
    () => ({ ...Object.fromEntries(names.map(name => [name, null])), ...(card ?? initial), language }),
    // The first answer of the account fills the form of a new card; later ones must not.
    // eslint-disable-next-line react/exhaustive-deps
    [card, language],
  )
  const resolver = useMemo(() => resolverOf(fields, record), [record])
  const submit = useRef<(values: Record<string, unknown>, intent: CardIntent) => Promise<void>>(
    async () => {},
  )
  const intent = useRef<CardIntent>('save')
  return (
    <Form
      // Another version of the card is another form.
      key={card?.version ?? 0}
      record={{ id: card?.id ?? 0, ...record }}
      resolver={resolver}
      noValidate
      disableInvalidFormNotification
      onSubmit={(values: FieldValues) => submit.current(values, intent.current)}
    >
      <Body
        {...props}
        fields={shown}
        isLocked={isLocked}
        needed={needed}
        onSubmitReady={handler => {
          submit.current = handler
        }}
        onIntent={next => {
          intent.current = next
        }}
      />
    </Form>
  )
}

type BodyProps = Props & {
  fields: Fields
  isLocked: (name: string) => boolean
  needed: readonly CardField[]
  onSubmitReady: (handler: (values: Record<string, unknown>, intent: CardIntent) => Promise<void>) => void
  onIntent: (intent: CardIntent) => void
}

/** A message may lead to one field: it is scrolled to and marked. */
const useTargetField = (isShown: boolean) => {
  const [params] = useSearchParams()
  const field = params.get('field')
  const { setFocus } = useFormContext()
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
    (values: Readonly<Record<string, unknown>>) => (
      <CardDraftPreview values={values} base={{ organizationId: null, ...card, language }} />
    ),
    [card, language],
  )

const Outdated = () => {
  const translate = useTranslate()
  return <p className="note is-waiting">{translate('名片已在别处修改过，保存时会让您比较两边的不同。')}</p>
}

/** What is typed with its drafts, and the way to save it. */
const useCardWriting = ({
  language,
  card,
  needed,
  onChanged,
  onFlushReady,
  onSubmitReady,
}: Omit<BodyProps, 'fields'>) => {
  const { changed, values } = useChanges(names)
  const { drafts, autosave } = useUnsaved({
    store: useCardDraft(language),
    fields,
    version: card?.version ?? null,
    values,
    changed,
    isLocked: card?.auditStatus === 1,
  })
  const saving = useSaveCard({
    card,
    language,
    needed,
    holdDraft: autosave.hold,
    resumeDraft: () => autosave.resume(false),
    onSaved: () => {
      drafts.forget()
      onChanged(language, 0)
    },
  })
  const { flush } = autosave
  const { save } = saving
  useEffect(() => onChanged(language, changed.length), [language, changed.length, onChanged])
  useEffect(() => onFlushReady(language, flush), [onFlushReady, language, flush])
  useEffect(() => onSubmitReady((written, intent) => save(written, changed, intent)))
  return { changed, values, drafts, autosave, ...saving }
}

const Body = (props: BodyProps) => {
  const { language, card, other, isShown, fields: shown, isLocked, needed, onIntent } = props
  const isReadOnly = card?.auditStatus === 1
  const target = useTargetField(isShown)
  const idOf = useCallback((index: number) => `${language}-${index}`, [language])
  const draw = useDraw(card, language)
  const writing = useCardWriting(props)
  const { changed, values, drafts, autosave, save, isSaving, failure, conflict, closeConflict } = writing
  return (
    <div className={other ? 'form-grid own-card is-comparing' : 'form-grid own-card'}>
      {isShown && <SectionList sections={sections} idOf={idOf} changed={changed} />}
      <div className="form-column">
        <FormState card={card} needed={needed} />
        {drafts.offered && !isReadOnly && (
          <DraftChoice offered={drafts.offered} onGoOn={drafts.restore} onGiveUp={drafts.giveUp} />
        )}
        {autosave.isOutdated && <Outdated />}
        {other && !isReadOnly && <CopyBlanks names={names} other={other} isLocked={isLocked} />}
        <ErrorSummary fields={fields} />
        <CardSections
          sections={sections}
          idOf={idOf}
          fields={shown}
          card={card}
          other={other}
          target={target}
          isLocked={isLocked}
        />
        <CardBar
          card={card}
          changed={changed.length}
          isSaving={isSaving}
          failure={failure}
          autosave={autosave.state}
          onRetry={autosave.retry}
          onIntent={onIntent}
        />
      </div>
      {isShown && <FloatingPreview>{draw}</FloatingPreview>}
      {conflict && card && (
        <ConflictDialog
          fields={fields}
          base={{ ...card }}
          mine={values}
          conflict={conflict}
          isSaving={isSaving}
          onClose={closeConflict}
          onResolve={(mine, current) => void save(mine, names, 'save', current)}
        />
      )}
    </div>
  )
}
