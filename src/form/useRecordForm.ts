import { useCallback, useId, useMemo, useState } from 'react'
import { type FieldValues, type Resolver, useForm } from 'react-hook-form'
import { useLocation } from 'react-router-dom'

import type { AnyRecord, Fields } from '../../resources/kit/index.ts'
import { initialOf } from '../fields/kinds.tsx'
import { resolverOf } from '../fields/resolver.ts'
import { browserDrafts, type DraftStore } from './drafts/draftStore.ts'
import { useUnsaved } from './drafts/useUnsaved.ts'
import type { Intent, Send, Values } from './intent.ts'
import { countOf, editableFields, type FormSection } from './sections.ts'
import { useChanges } from './useChanges.ts'
import { useRecordBase } from './useRecordBase.ts'
import { useSubmission } from './useSubmission.ts'

export type RecordFormOptions = {
  /** The fields that are written, by section. */
  sections: readonly FormSection[]
  fields: Fields
  /** The record as it was read; null for a new one. A newer version of it is taken in, around what was typed. */
  base: AnyRecord | null
  /** What a new record starts with. */
  initial?: Values | undefined
  send: Send
  /** What the form is saved for, which may depend on what is typed. */
  intents: readonly Intent[] | ((values: Values) => readonly Intent[])
  /** Where drafts are kept besides this browser. */
  drafts?: DraftStore | undefined
  /** Keeps the drafts of this browser apart where one page has several forms; its address is the name otherwise. */
  draftName?: string | undefined
  /** Nothing may be written at this time. */
  isLocked?: boolean
  /** Whether a field counts, given the values of the others. */
  applies?: (name: string, values: Values) => boolean
  /** Checks the values; by default by the schemas of the fields. */
  resolverFor?: (fields: Fields, base: Values) => Resolver<FieldValues>
}

const always = () => true

/** The values of a form with the record that they are written upon. */
const useRecordValues = (options: RecordFormOptions) => {
  const { sections, base: given, applies = always, resolverFor = resolverOf } = options
  const fields = useMemo(() => editableFields(sections, options.fields), [sections, options.fields])
  const names = useMemo(() => Object.keys(fields), [fields])
  const [base, setBase] = useState(given)
  // The form starts once: what is read or saved later is taken in without losing what is typed meanwhile.
  const [initial] = useState(() => ({
    ...Object.fromEntries(names.map(name => [name, given ? null : initialOf(fields[name]!)])),
    ...(given ?? options.initial),
  }))
  const resolver = useMemo(() => resolverFor(fields, base ?? initial), [resolverFor, fields, base, initial])
  const methods = useForm<FieldValues>({ resolver, defaultValues: initial })
  const record = useRecordBase({ methods, names, applies, given, base, setBase, initial })
  return { methods, fields, base, record, ...useChanges({ methods, names, applies }) }
}

/**
 * The state of a form: what was typed and where it differs, its drafts, and what became of saving it. A record or a
 * setting, a card, an article: each passes its fields, what it is written upon, how it is sent, and its intents.
 */
export const useRecordForm = (options: RecordFormOptions) => {
  const { sections, isLocked = false, send } = options
  const { pathname } = useLocation()
  const { methods, fields, base, record, values, changed } = useRecordValues(options)
  const draftName = options.draftName ?? pathname
  const store = useMemo(() => options.drafts ?? browserDrafts(draftName), [options.drafts, draftName])
  const version = typeof base?.['version'] === 'number' ? base['version'] : null
  const { drafts, autosave } = useUnsaved({ methods, store, fields, version, values, changed, isLocked })
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
    /** How many inputs are changed: one may write several values. */
    count: countOf(sections, fields, changed),
    /** Whether something is unsaved at this very moment, be it painted or not. */
    isChangedNow: () => !isLocked && record.readChanged().length > 0,
    drafts,
    autosave,
    /** Drafts outlive the leaving of the page. */
    keepsDrafts: options.drafts !== undefined,
    discard: () => {
      methods.reset()
      void autosave.discard(drafts.discard)
    },
    /** The id of a section's element. */
    idOf: useCallback((index: number) => `${prefix}-${index}`, [prefix]),
  }
}

export type RecordFormState = ReturnType<typeof useRecordForm>
