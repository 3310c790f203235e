import { useCallback, useId, useMemo, useState } from 'react'
import { type FieldValues, type Resolver, useForm } from 'react-hook-form'
import { useLocation } from 'react-router-dom'

import { type AnyRecord, type Fields, kindOf } from '../../resources/kit/index.ts'
import { initialValueOf } from '../fields/kinds.tsx'
import { resolverOf } from '../fields/resolver.ts'
import { browserDrafts, type DraftStore } from './drafts/draftStore.ts'
import { useUnsaved } from './drafts/useUnsaved.ts'
import type { Intent, Send, FormValues } from './undoable/intent.ts'
import { countChangedInputs, editableFields, type FormSection } from './sections.ts'
import { useChanges } from './useChanges.ts'
import { useRecordBase } from './useRecordBase.ts'
import { useSubmission } from './saving/useSubmission.ts'

export type RecordFormOptions = {
  /** Sections with the names of the fields that the form writes. */
  sections: readonly FormSection[]
  fields: Fields
  /** The record as fetched; null for a new one. A newer version is merged in without losing what the user typed. */
  base: AnyRecord | null
  /** Initial values of a new record. */
  initial?: FormValues | undefined
  send: Send
  /** Ways to save the form; a function if they depend on the typed values. */
  intents: readonly Intent[] | ((values: FormValues) => readonly Intent[])
  /** Storage for drafts on the server, in addition to this browser. */
  drafts?: DraftStore | undefined
  /** Name of the browser draft, for pages with several forms; the address by default. */
  draftName?: string | undefined
  /** Names of fields besides passwords whose values no draft may keep. */
  secrets?: readonly string[] | undefined
  /** Whether editing is disabled. */
  isLocked?: boolean
  /** Whether a field is relevant, given the values of the others. */
  applies?: (name: string, values: FormValues) => boolean
  /** Creates the validation; by default from the schemas of the fields. */
  resolverFor?: (fields: Fields, base: FormValues) => Resolver<FieldValues>
}

const alwaysApplies = () => true
const noSecrets: readonly string[] = []

/** The fields whose values a draft may keep. */
const storableFields = (fields: Fields, secrets: readonly string[] = noSecrets): Fields =>
  Object.fromEntries(
    Object.entries(fields).filter(([name, field]) => !kindOf(field).isSecret && !secrets.includes(name)),
  )

/** Values of a form, together with the stored record that they are compared with. */
const useRecordValues = (options: RecordFormOptions) => {
  const { sections, secrets, base: latest, applies = alwaysApplies, resolverFor = resolverOf } = options
  const fields = useMemo(() => editableFields(sections, options.fields), [sections, options.fields])
  const storable = useMemo(() => storableFields(fields, secrets), [fields, secrets])
  const names = useMemo(() => Object.keys(fields), [fields])
  const [base, setBase] = useState(latest)
  // The form is initialised once: records that arrive later are merged in without losing what was typed.
  const [initial] = useState(() => ({
    ...Object.fromEntries(names.map(name => [name, latest ? null : initialValueOf(fields[name]!)])),
    ...(latest ?? options.initial),
  }))
  const resolver = useMemo(() => resolverFor(fields, base ?? initial), [resolverFor, fields, base, initial])
  const methods = useForm<FieldValues>({ resolver, defaultValues: initial })
  const record = useRecordBase({ methods, names, applies, latest, base, setBase, initial })
  return { methods, fields, storable, base, record, ...useChanges({ methods, names, applies }) }
}

/**
 * State of a form: values, changes, drafts and the result of saving. Records, settings, cards and articles each pass
 * their fields, the record to edit, a function that saves it, and their intents.
 */
export const useRecordForm = (options: RecordFormOptions) => {
  const { sections, isLocked = false, send } = options
  const { pathname } = useLocation()
  const { methods, fields, storable, base, record, values, changed } = useRecordValues(options)
  const draftName = options.draftName ?? pathname
  const store = useMemo(() => options.drafts ?? browserDrafts(draftName), [options.drafts, draftName])
  const version = typeof base?.['version'] === 'number' ? base['version'] : null
  const { drafts, autosave } = useUnsaved({ methods, store, storable, version, values, changed, isLocked })
  const intents = typeof options.intents === 'function' ? options.intents(values) : options.intents
  const submission = useSubmission({
    methods,
    intents,
    send,
    base,
    record,
    holdDrafts: autosave.hold,
    resumeDrafts: ({ isSaved, isWritten }) => {
      if (isSaved) drafts.forget()
      autosave.resume(isWritten)
    },
  })
  const prefix = useId()
  return {
    ...submission,
    methods,
    sections,
    fields,
    intents,
    base,
    isNew: base === null,
    isLocked,
    isSaving: submission.status.kind === 'saving',
    values,
    changed,
    /** Number of changed inputs; an input that writes several values counts once. */
    count: countChangedInputs(sections, fields, changed),
    /** Whether there are unsaved changes at this moment, even before React has rendered them. */
    isChangedNow: () => !isLocked && record.readChanged().length > 0,
    drafts,
    autosave,
    /** Whether a typed password or another secret would be lost, because no draft keeps it. */
    hasSecrets: changed.some(name => !storable[name]),
    /** Whether drafts are kept on the server too, for other browsers. */
    keepsDrafts: options.drafts !== undefined,
    /** Keeps the latest values as a draft, because the page is being left. */
    keep: () => {
      drafts.keep()
      void autosave.flush()
    },
    discard: () => {
      methods.reset()
      void autosave.discard(drafts.discard)
    },
    /** Id of a section's element. */
    idOf: useCallback((index: number) => `${prefix}-${index}`, [prefix]),
  }
}

export type RecordFormState = ReturnType<typeof useRecordForm>
