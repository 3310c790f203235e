import { Form } from 'ra-core'
import {
  type ReactNode,
  type Ref,
  useCallback,
  useId,
  useImperativeHandle,
  useMemo,
  useRef,
  useState,
} from 'react'
import { type FieldValues, useFormContext } from 'react-hook-form'

import type { AnyRecord, AnyResource, Fields } from '../../resources/kit/index.ts'
import { initialOf } from '../fields/kinds.tsx'
import { resolverOf } from '../fields/resolver.ts'
import { lazyComponent } from '../shell/lazyComponent.tsx'
import { DraftOffer } from './DraftOffer.tsx'
import { ErrorSummary } from './ErrorSummary.tsx'
import { FormSections } from './FormSections.tsx'
import { LeaveGuard } from './LeaveGuard.tsx'
import type { useSending, Values } from './useSending.ts'
import { useSubmit } from './useSubmit.ts'
import { SaveBar } from './SaveBar.tsx'
import { SectionList } from './SectionList.tsx'
import { countOf, editableFields, type FormSection, sectionsOf } from './sections.ts'
import { useChanges } from './useChanges.ts'
import { useDraft } from './useDraft.ts'
import { useSave } from './useSave.ts'

const ConflictDialog = lazyComponent(() => import('./ConflictDialog.tsx').then(it => it.ConflictDialog))

type Common = {
  /** The record as it was read; null for a new one. */
  base: AnyRecord | null
  /** `base` is what a list knows of the record: what is whole can be typed into, and nothing saved until all is there. */
  isPlaceholder?: boolean
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
type FieldProps = Common &
  ReturnType<typeof useSending> & { sections: readonly FormSection[]; fields: Fields }

type Submit = (values: Values) => Promise<void>

/** The record takes the place of what a list knew of it, around what has been typed meanwhile. */
const keepTyped = { keepDirtyValues: true }

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
  const [resetOptions] = useState(props.isPlaceholder && keepTyped)
  const fields = useMemo(() => editableFields(sections, all), [sections, all])
  const record = useMemo(() => {
    const valueOf = base ? () => null : initialOf
    const empty = Object.entries(fields).map(([name, field]) => [name, valueOf(field)])
    return { ...Object.fromEntries(empty), ...(base ?? initial) }
  }, [fields, base, initial])
  const resolver = useMemo(() => resolverOf(fields, record), [fields, record])
  // What sends the form needs the form around it.
  const submit = useRef<Submit>(async () => {})
  return (
    <Form
      className="form"
      record={record}
      resolver={resolver}
      {...(resetOptions && { resetOptions })}
      noValidate
      disableInvalidFormNotification
      onSubmit={(values: FieldValues) => submit.current(values)}
    >
      <FormBody {...props} sections={sections} fields={fields} submitRef={submit} />
    </Form>
  )
}

type BodyProps = Omit<FieldProps, 'initial'> & { submitRef: Ref<Submit> }

const FormBody = ({ sections, fields, submitRef, draftName, ...props }: BodyProps) => {
  const { base, isSaving, isPlaceholder = false } = props
  const { reset } = useFormContext()
  const prefix = useId()
  const idOf = useCallback((index: number) => `${prefix}-${index}`, [prefix])
  const names = useMemo(() => Object.keys(fields), [fields])
  const { changed } = useChanges(names)
  const draft = useDraft(fields, typeof base?.version === 'number' ? base.version : null, draftName)
  const discard = () => {
    draft.forget()
    reset()
  }
  const sending = useSubmit({ ...props, names, isPlaceholder, forgetDraft: draft.forget })
  const { submit, resolve, isDone, failure, conflict, closeConflict } = sending
  useImperativeHandle(submitRef, () => submit)
  return (
    <div className="form-grid" aria-busy={isPlaceholder}>
      {sections.length > 1 && <SectionList sections={sections} idOf={idOf} changed={changed} />}
      <div className="form-column">
        {draft.offered && !isPlaceholder && <DraftOffer {...draft} offered={draft.offered} />}
        <ErrorSummary fields={fields} />
        <FormSections sections={sections} fields={fields} idOf={idOf} row={isPlaceholder ? base : null} />
        <SaveBar
          changed={countOf(sections, fields, changed)}
          isNew={base === null}
          isLoading={isPlaceholder}
          isSaving={isSaving}
          failure={failure}
          onCancel={props.onCancel ?? discard}
        >
          {props.tools}
        </SaveBar>
      </div>
      {props.aside}
      <LeaveGuard isChanged={changed.length > 0 && !isDone} onLeave={draft.forget} />
      {conflict && (
        <ConflictDialog
          {...conflict}
          fields={fields}
          isSaving={isSaving}
          onClose={closeConflict}
          onResolve={(values, current) => void resolve(values, current)}
        />
      )}
    </div>
  )
}
