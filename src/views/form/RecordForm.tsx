import { Form } from 'ra-core'
import { lazy, Suspense, useCallback, useId, useMemo, useRef, useState } from 'react'
import { type FieldValues, useFormContext } from 'react-hook-form'
import { flushSync } from 'react-dom'

import type { AnyRecord, AnyResource, FieldErrors, Fields } from '../../../resources/kit/index.ts'
import { Input } from '../../fields/inputs.tsx'
import { initialOf } from '../../fields/kinds.tsx'
import { pathOf, resolverOf } from '../../fields/resolver.ts'
import type { Conflict } from './ConflictDialog.tsx'
import { DraftOffer } from './DraftOffer.tsx'
import { ErrorSummary } from './ErrorSummary.tsx'
import { LeaveGuard } from './LeaveGuard.tsx'
import { SaveBar } from './SaveBar.tsx'
import { SectionList } from './SectionList.tsx'
import { type Section, sectionsOf, writtenBy } from './sections.ts'
import { useChanges } from './useChanges.ts'
import { useDraft } from './useDraft.ts'
import { useSave, type Values } from './useSave.ts'

const ConflictDialog = lazy(() => import('./ConflictDialog.tsx').then(it => ({ default: it.ConflictDialog })))

type Props = {
  resource: AnyResource
  /** The record as it was read; null for a new one. */
  base: AnyRecord | null
  /** What a new record starts with, besides what the declaration says. */
  initial?: Readonly<Record<string, unknown>>
  /** Keeps the drafts apart where one page has several forms; its address is the name otherwise. */
  draftName?: string
  onSaved: (record: AnyRecord) => void
  onCancel: () => void
}

/** The form of one record, from its declaration: sections, drafts, errors at the fields, conflicts, leaving. */
export const RecordForm = ({ resource, base, initial, draftName, onSaved, onCancel }: Props) => {
  const isNew = base === null
  const sections = useMemo(() => sectionsOf(resource, isNew ? 'create' : 'update'), [resource, isNew])
  const fields = useMemo(() => writtenBy(sections, resource.fields), [sections, resource])
  const resolver = useMemo(() => resolverOf(fields), [fields])
  const record = useMemo(
    () => ({
      ...Object.fromEntries(
        Object.entries(fields).map(([name, field]) => [name, base ? null : initialOf(field)]),
      ),
      ...(base ?? { ...resource.initial, ...initial }),
    }),
    [fields, base, resource, initial],
  )
  const submit = useRef<(values: Values) => Promise<void>>(async () => {})
  return (
    <Form
      className="form"
      record={record}
      resolver={resolver}
      noValidate
      disableInvalidFormNotification
      onSubmit={(values: FieldValues) => submit.current(values)}
    >
      <FormBody
        resource={resource}
        sections={sections}
        fields={fields}
        base={base}
        {...(draftName && { draftName })}
        onSaved={onSaved}
        onCancel={onCancel}
        onSubmitReady={handler => {
          submit.current = handler
        }}
      />
    </Form>
  )
}

type BodyProps = Omit<Props, 'initial'> & {
  sections: readonly Section[]
  fields: Fields
  onSubmitReady: (handler: (values: Values) => Promise<void>) => void
}

const FormBody = ({
  resource,
  sections,
  fields,
  base,
  draftName,
  onSaved,
  onCancel,
  onSubmitReady,
}: BodyProps) => {
  const prefix = useId()
  const idOf = useCallback((index: number) => `${prefix}-${index}`, [prefix])
  const { setError } = useFormContext()
  const names = useMemo(() => Object.keys(fields), [fields])
  const { changed } = useChanges(names)
  const draft = useDraft(fields, typeof base?.version === 'number' ? base.version : null, draftName)
  const { save, isSaving } = useSave(resource)
  const [isDone, setDone] = useState(false)
  const [failure, setFailure] = useState<{ message: string; requestId: string | undefined } | null>(null)
  const [clash, setClash] = useState<{ conflict: Conflict; mine: Values } | null>(null)

  const mark = (errors: FieldErrors) => {
    for (const [index, [name, message]] of Object.entries(errors).entries())
      setError(pathOf(name), { type: 'server', message }, { shouldFocus: index === 0 })
  }
  const submit = async (values: Values, upon: AnyRecord | null) => {
    setFailure(null)
    const result = await save(values, upon)
    if (result.kind === 'conflict') return setClash({ conflict: result.conflict, mine: values })
    setClash(null)
    if (result.kind === 'wrong') return mark(result.errors)
    if (result.kind === 'failed') return setFailure(result)
    draft.forget()
    // Before the page is left, the guard has to know that nothing is unsaved.
    flushSync(() => setDone(true))
    onSaved(result.record)
  }
  onSubmitReady(values => submit(values, base))

  return (
    <div className="form-grid">
      {sections.length > 1 && <SectionList sections={sections} idOf={idOf} changed={changed} />}
      <div className="form-column">
        {draft.offered && <DraftOffer {...draft} offered={draft.offered} />}
        <ErrorSummary fields={fields} />
        {sections.map(({ title, names: within }, index) => (
          <section key={title} className="form-section" id={idOf(index)} aria-label={title}>
            <h2>{title}</h2>
            {within.map(name => (
              <Input key={name} field={fields[name]!} source={name} />
            ))}
          </section>
        ))}
        <SaveBar
          changed={changed.length}
          isNew={base === null}
          isSaving={isSaving}
          failure={failure}
          onCancel={onCancel}
        />
      </div>
      <LeaveGuard isChanged={changed.length > 0 && !isDone} onLeave={draft.forget} />
      <Suspense fallback={null}>
        {clash && base && (
          <ConflictDialog
            fields={fields}
            base={base}
            mine={clash.mine}
            conflict={clash.conflict}
            isSaving={isSaving}
            onClose={() => setClash(null)}
            onResolve={(values, current) => void submit(values, current)}
          />
        )}
      </Suspense>
    </div>
  )
}
