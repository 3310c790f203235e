import { useTranslate } from '../../i18n/useTranslate.ts'
import { Form } from 'ra-core'
import {
  type ReactNode,
  type Ref,
  useCallback,
  useDeferredValue,
  useId,
  useImperativeHandle,
  useMemo,
  useRef,
  useState,
} from 'react'
import { type FieldValues, useFormContext } from 'react-hook-form'
import { flushSync } from 'react-dom'

import type { AnyRecord, AnyResource, Fields } from '../../../resources/kit/index.ts'
import { Input } from '../../fields/inputs.tsx'
import { initialOf } from '../../fields/kinds.tsx'
import { resolverOf } from '../../fields/resolver.ts'
import { lazyComponent } from '../../layout/lazyComponent.tsx'
import type { Conflict } from './ConflictDialog.tsx'
import { DraftOffer } from './DraftOffer.tsx'
import { ErrorSummary } from './ErrorSummary.tsx'
import { LeaveGuard } from '../../saving/LeaveGuard.tsx'
import type { Failure } from '../../saving/failure.ts'
import type { useSending, Values } from '../../saving/useSending.ts'
import { showServerErrors } from '../../saving/showServerErrors.ts'
import { SaveBar } from './SaveBar.tsx'
import { SectionList } from './SectionList.tsx'
import { countOf, editableFields, type Section, sectionsOf } from './sections.ts'
import { useChanges } from './useChanges.ts'
import { useDraft } from './useDraft.ts'
import { useSave } from './useSave.ts'

const ConflictDialog = lazyComponent(() => import('./ConflictDialog.tsx').then(it => it.ConflictDialog))

type Common = {
  /** The record as it was read; null for a new one. */
  base: AnyRecord | null
  /** What a new record starts with, besides what the declaration says. */
  initial?: Readonly<Record<string, unknown>> | undefined
  /** Keeps the drafts apart where one page has several forms; its address is the name otherwise. */
  draftName?: string
  onSaved: (record: AnyRecord) => void
  /** Where one goes instead; without it one stays, and what was typed is taken back. */
  onCancel?: () => void
  /** Further buttons of the bar. */
  tools?: ReactNode
  /** What stands beside the fields and follows them. */
  aside?: ReactNode
}
type Props = Common & { resource: AnyResource }
type FieldProps = Common & ReturnType<typeof useSending> & { sections: readonly Section[]; fields: Fields }

type Submit = (values: Values) => Promise<void>

/** The form of one record, from its declaration. */
export const RecordForm = ({ resource, initial, ...props }: Props) => {
  const isNew = props.base === null
  const sections = useMemo(() => sectionsOf(resource, isNew ? 'create' : 'update'), [resource, isNew])
  const starting = useMemo(() => ({ ...resource.initial, ...initial }), [resource, initial])
  return (
    <FieldForm
      {...props}
      {...useSave(resource)}
      initial={starting}
      sections={sections}
      fields={resource.fields}
    />
  )
}

/** A form of fields: sections, drafts, errors at the fields, conflicts, leaving; how it is saved its caller says. */
export const FieldForm = ({ initial, sections, fields: all, ...props }: FieldProps) => {
  const { base } = props
  const fields = useMemo(() => editableFields(sections, all), [sections, all])
  const resolver = useMemo(() => resolverOf(fields), [fields])
  const record = useMemo(() => {
    const valueOf = base ? () => null : initialOf
    const empty = Object.entries(fields).map(([name, field]) => [name, valueOf(field)])
    return { ...Object.fromEntries(empty), ...(base ?? initial) }
  }, [fields, base, initial])
  // What sends the form needs the form around it.
  const submit = useRef<Submit>(async () => {})
  return (
    <Form
      className="form"
      record={record}
      resolver={resolver}
      noValidate
      disableInvalidFormNotification
      onSubmit={(values: FieldValues) => submit.current(values)}
    >
      <FormBody {...props} sections={sections} fields={fields} submitRef={submit} />
    </Form>
  )
}

/** Sends a form, and puts what came of it where it belongs: to the fields, into the bar, before the user. */
const useSubmit = ({ save, onSaved }: Pick<FieldProps, 'save' | 'onSaved'>, forgetDraft: () => void) => {
  const { setError } = useFormContext()
  const [isDone, setDone] = useState(false)
  const [failure, setFailure] = useState<Failure | null>(null)
  const [conflict, setConflict] = useState<{ conflict: Conflict; mine: Values } | null>(null)
  const submit = async (values: Values, base: AnyRecord | null) => {
    setFailure(null)
    const result = await save(values, base)
    if (result.kind === 'conflict') return setConflict({ conflict: result.conflict, mine: values })
    setConflict(null)
    if (result.kind === 'failed') return setFailure(result)
    if (result.kind === 'wrong') return showServerErrors(setError, result.errors)
    forgetDraft()
    // Before the page is left, the guard has to know that nothing is unsaved.
    flushSync(() => setDone(true))
    onSaved(result.record)
  }
  return { submit, isDone, failure, conflict, closeConflict: () => setConflict(null) }
}

/** So many sections fill a screen; the others are drawn after the first paint. */
const inSight = 2

type BodyProps = Omit<FieldProps, 'initial'> & { submitRef: Ref<Submit> }

const FormBody = ({ sections, fields, submitRef, draftName, ...props }: BodyProps) => {
  const translate = useTranslate()
  const { base, isSaving } = props
  const drawn = useDeferredValue(sections.length, inSight)
  const { reset } = useFormContext()
  const prefix = useId()
  const idOf = useCallback((index: number) => `${prefix}-${index}`, [prefix])
  const { changed } = useChanges(useMemo(() => Object.keys(fields), [fields]))
  const draft = useDraft(fields, typeof base?.version === 'number' ? base.version : null, draftName)
  const discard = () => {
    draft.forget()
    reset()
  }
  const { submit, isDone, failure, conflict, closeConflict } = useSubmit(props, draft.forget)
  useImperativeHandle(submitRef, () => values => submit(values, base))
  return (
    <div className="form-grid">
      {sections.length > 1 && <SectionList sections={sections} idOf={idOf} changed={changed} />}
      <div className="form-column">
        {draft.offered && <DraftOffer {...draft} offered={draft.offered} />}
        <ErrorSummary fields={fields} />
        {sections.slice(0, drawn).map(({ title, names }, index) => (
          <section key={title} className="form-section" id={idOf(index)} aria-label={translate(title)}>
            <h2>{translate(title)}</h2>
            {names.map(name => (
              <Input key={name} field={fields[name]!} source={name} />
            ))}
          </section>
        ))}
        <SaveBar
          changed={countOf(sections, fields, changed)}
          isNew={base === null}
          isSaving={isSaving}
          failure={failure}
          onCancel={props.onCancel ?? discard}
        >
          {props.tools}
        </SaveBar>
      </div>
      {props.aside}
      <LeaveGuard isChanged={changed.length > 0 && !isDone} onLeave={draft.forget} />
      {conflict && base && (
        <ConflictDialog
          {...conflict}
          fields={fields}
          base={base}
          isSaving={isSaving}
          onClose={closeConflict}
          onResolve={(values, current) => void submit(values, current)}
        />
      )}
    </div>
  )
}
