import { Form, type SaveHandler } from 'ra-core'
import { lazy, Suspense, useCallback, useEffect, useMemo, useRef } from 'react'
import { useFormContext } from 'react-hook-form'
import { useSearchParams } from 'react-router-dom'

import { cards, neededToPublish } from '../../../resources/cards/index.ts'
import type { Field, Fields } from '../../../resources/kit/index.ts'
import type { Language, OwnCard } from '../../card/useOwnCards.ts'
import { Input } from '../../fields/inputs.tsx'
import { resolverOf } from '../../fields/resolver.ts'
import { ErrorSummary } from '../../views/form/ErrorSummary.tsx'
import { SectionList } from '../../views/form/SectionList.tsx'
import { type Section, sectionsOf, writtenBy } from '../../views/form/sections.ts'
import { useChanges } from '../../views/form/useChanges.ts'
import { CardBar } from './CardBar.tsx'
import { CardSection } from './CardSection.tsx'
import { DraftOffer } from './DraftOffer.tsx'
import { FormState } from './FormState.tsx'
import { policyNotes } from './policyNotes.ts'
import { type Intent, useSaveCard } from './useSaveCard.ts'
import { useDraft } from '../../views/form/useDraft.ts'

const ConflictDialog = lazy(() =>
  import('../../views/form/ConflictDialog.tsx').then(it => ({ default: it.ConflictDialog })),
)

const sections = sectionsOf(cards, 'update')
const fields = writtenBy(sections, cards.fields)
const names = Object.keys(fields)

type Props = {
  language: Language
  /** Null before the first save. */
  card: OwnCard | null
  initial: Readonly<Record<string, unknown>>
  isShown: boolean
  onChanged: (language: Language, count: number) => void
}

const isNeeded = (name: string) => neededToPublish.some(it => it === name)

/** As the lawyer sees them: with what becomes of a change, and a mark where a submission needs something. */
const shownFields = (notes: Readonly<Record<string, string>>): Fields =>
  Object.fromEntries(
    Object.entries(fields).map(([name, field]) => {
      const hint = [notes[name], field.hint].filter(Boolean).join('。')
      const isRequired = field.isRequired || isNeeded(name)
      return [name, { ...field, isRequired, ...(hint && { hint }) } as Field]
    }),
  )

/** One of the two forms: drafts, marks of what is reviewed or locked, saving and submitting. */
export const OwnCardForm = (props: Props) => {
  const { language, card, initial } = props
  const { notes, isLocked } = useMemo(() => policyNotes(card), [card])
  const shown = useMemo(() => shownFields(notes), [notes])
  const resolver = useMemo(() => resolverOf(fields), [])
  const record = useMemo(
    () => ({ ...Object.fromEntries(names.map(name => [name, null])), ...(card ?? initial), language }),
    // The first answer of the account fills the form of a new card; later ones must not.
    // eslint-disable-next-line react/exhaustive-deps
    [card, language],
  )
  const submit = useRef<(values: Record<string, unknown>, intent: Intent) => Promise<void>>(async () => {})
  const intent = useRef<Intent>('save')
  return (
    <Form
      // Another version of the card is another form.
      key={card?.version ?? 0}
      record={{ id: card?.id ?? 0, ...record }}
      resolver={resolver}
      noValidate
      disableInvalidFormNotification
      onSubmit={(values => submit.current(values, intent.current)) as SaveHandler<Record<string, unknown>>}
    >
      <Body
        {...props}
        fields={shown}
        isLocked={isLocked}
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
  onSubmitReady: (handler: (values: Record<string, unknown>, intent: Intent) => Promise<void>) => void
  onIntent: (intent: Intent) => void
}

/** A message may lead to one field: it is scrolled to and marked. */
const useAskedField = (isShown: boolean) => {
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

const Body = ({ language, card, isShown, onChanged, ...props }: BodyProps) => {
  const { fields: shown, isLocked, onSubmitReady, onIntent } = props
  const isReadOnly = card?.auditStatus === 1
  const { changed, values } = useChanges(names)
  const draft = useDraft(fields, card?.version ?? null, `/app/user/card?language=${language}`)
  const asked = useAskedField(isShown)
  const idOf = useCallback((index: number) => `${language}-${index}`, [language])
  const { save, isSaving, failure, clash, closeClash } = useSaveCard({
    card,
    language,
    onSaved: () => {
      draft.forget()
      onChanged(language, 0)
    },
  })
  useEffect(() => onChanged(language, changed.length), [language, changed.length, onChanged])
  useEffect(() => onSubmitReady((written, intent) => save(written, changed, intent)))
  return (
    <div className="form-grid own-card">
      {isShown && <SectionList sections={sections} idOf={idOf} changed={changed} />}
      <div className="form-column">
        <FormState card={card} />
        {draft.offered && !isReadOnly && <DraftOffer {...draft} offered={draft.offered} />}
        <ErrorSummary fields={fields} />
        <fieldset className="own-card-fields" disabled={isReadOnly}>
          {sections.map((section, index) => (
            <SectionOf
              key={section.title}
              id={idOf(index)}
              section={section}
              fields={shown}
              card={card}
              asked={asked}
              isDisabled={name => isReadOnly || isLocked(name)}
            />
          ))}
        </fieldset>
        <CardBar
          card={card}
          changed={changed.length}
          isSaving={isSaving}
          failure={failure}
          onIntent={onIntent}
        />
      </div>
      <Suspense fallback={null}>
        {clash && card && (
          <ConflictDialog
            fields={fields}
            base={{ ...card }}
            mine={values}
            conflict={clash}
            isSaving={isSaving}
            onClose={closeClash}
            onResolve={(mine, current) => void save(mine, names, 'save', Number(current.version))}
          />
        )}
      </Suspense>
    </div>
  )
}

type SectionProps = {
  id: string
  section: Section
  fields: Fields
  card: OwnCard | null
  asked: string | null
  isDisabled: (name: string) => boolean
}

const SectionOf = ({ id, section, fields: shown, card, asked, isDisabled }: SectionProps) => {
  const { title, names: within } = section
  const reasonFor = (name: string) =>
    card?.auditStatus === 1 ? undefined : card?.auditItems?.find(it => it.field === name)?.reason
  return (
    <CardSection
      id={id}
      title={title}
      names={within}
      isFirst={section === sections[0]}
      isAsked={within.some(it => it === asked || reasonFor(it) !== undefined)}
    >
      {within.map(name => {
        const reason = reasonFor(name)
        return (
          <div key={name} id={`part-${name}`} className={name === asked ? 'is-asked' : undefined}>
            {reason && <p className="own-card-reason">审核意见:{reason}</p>}
            <Input field={shown[name]!} source={name} isDisabled={isDisabled(name)} />
          </div>
        )
      })}
    </CardSection>
  )
}
