import { onlineManager, useQueryClient } from '@tanstack/react-query'
import { useTranslate } from 'ra-core'
import { type FormEvent, useRef, useState } from 'react'
import type { UseFormReturn } from 'react-hook-form'

import type { AnyRecord } from '../../resources/kit/index.ts'
import { type Conflict, refusalOf, type SaveFailure } from './failure.ts'
import type { Intent, Send, Values } from './intent.ts'
import { refreshRows } from './refreshRows.ts'
import { showServerErrors } from './showServerErrors.ts'
import { useNetworkWait } from './useNetworkWait.ts'
import type { useRecordBase } from './useRecordBase.ts'

/** What became of the last press of a button. Whether the form is changed is another matter: it can be while it is saved. */
type Status =
  | { kind: 'resting' }
  /** The dialog of an intent has to be confirmed. */
  | { kind: 'asking'; intent: string; values: Values }
  | { kind: 'saving'; intent: string }
  | { kind: 'failed'; intent: string; failure: SaveFailure }
  /** Another has changed the same fields: each is to be chosen. */
  | { kind: 'conflict'; intent: string; conflict: Conflict; base: AnyRecord; mine: Values }

const resting: Status = { kind: 'resting' }

type Options = {
  methods: UseFormReturn
  intents: readonly Intent[]
  send: Send
  base: AnyRecord | null
  record: ReturnType<typeof useRecordBase>
  /** No draft may be sent behind the record that is being saved. */
  holdDrafts: () => Promise<void>
  /** `isSaved`: nothing is left of them. `isWritten`: the server has dropped its own. */
  resumeDrafts: (outcome: { isSaved: boolean; isWritten: boolean }) => void
}

/** Runs one task at a time, however often its button is pressed. */
const useOneTask = () => {
  const isRunning = useRef(false)
  return async (task: () => Promise<unknown>) => {
    if (isRunning.current) return
    isRunning.current = true
    try {
      await task()
    } finally {
      isRunning.current = false
    }
  }
}

/** Sends the values, after which the form continues with what was saved and what was typed meanwhile. */
const useWrite = ({ methods, send, record, holdDrafts, resumeDrafts }: Options) => {
  const client = useQueryClient()
  return async ({ input }: Intent, values: Values, upon: AnyRecord | null) => {
    const typed = structuredClone(methods.getValues())
    await holdDrafts()
    let outcome = { isSaved: false, isWritten: false }
    try {
      const saved = await send({ ...values, ...input }, upon)
      outcome = { isSaved: true, isWritten: !upon || saved['version'] !== upon['version'] }
      void refreshRows(client)
      record.rebase(saved, typed)
      return saved
    } finally {
      resumeDrafts(outcome)
    }
  }
}

/** Carries out one intent with values that are right, upon a version of the record. */
const useSubmit = (options: Options, setStatus: (status: Status) => void) => {
  const { methods, base, record } = options
  const { setError } = methods
  const translate = useTranslate()
  const write = useWrite(options)
  const showRefusal = (error: unknown, intent: string, mine: Values, upon: AnyRecord | null) => {
    const refusal = refusalOf(error, translate)
    if (refusal.kind === 'wrong') showServerErrors(setError, refusal.errors)
    if (refusal.kind === 'failed') return setStatus({ ...refusal, intent })
    if (refusal.kind !== 'conflict' || !upon) return setStatus(resting)
    setStatus({ ...refusal, intent, base: { ...upon, ...record.overtaken }, mine })
  }
  return async (intent: Intent, values: Values, upon: AnyRecord | null) => {
    const errors = intent.check?.(values) ?? {}
    if (Object.keys(errors).length > 0) {
      setStatus(resting)
      return showServerErrors(setError, errors)
    }
    setStatus({ kind: 'saving', intent: intent.name })
    try {
      const isUnchanged = upon && upon === base && !intent.input && record.readChanged().length === 0
      const saved = isUnchanged ? upon : await write(intent, values, upon)
      const fresh = await intent.onSaved(saved, upon)
      if (fresh) record.rebase(fresh)
      setStatus(resting)
    } catch (error) {
      showRefusal(error, intent.name, values, upon)
    }
  }
}

/** Runs the intents of a form: checks, waits for the network, asks, sends, and shows where it belongs what came of it. */
export const useSubmission = (options: Options) => {
  const { methods, intents, base, record } = options
  // What no mutation knows: a question that is asked before sending, a conflict, the intent that waits for the network.
  const [status, setStatus] = useState<Status>(resting)
  const runTask = useOneTask()
  const submit = useSubmit(options, setStatus)
  const intentNamed = (name: string) => intents.find(intent => intent.name === name)!

  const start = (intent: Intent, values: Values) => {
    const attempt = { intent: intent.name, values }
    const conflict = record.conflictIn(values)
    if (conflict && base) {
      const known = { ...base, ...record.overtaken }
      return setStatus({ ...attempt, kind: 'conflict', conflict, base: known, mine: values })
    }
    return intent.ask ? setStatus({ ...attempt, kind: 'asking' }) : submit(intent, values, base)
  }
  const attempt = async (intent: Intent, wait: () => void) => {
    const isUnchanged = base !== null && record.readChanged().length === 0
    if (isUnchanged && !intent.needsNoChange) return
    setStatus(resting)
    if (isUnchanged && !intent.input && !intent.check) return submit(intent, {}, base)
    // Without a network what is wrong is shown at once, and what is right waits.
    if (onlineManager.isOnline()) return methods.handleSubmit(values => start(intent, values))()
    if (await methods.trigger(undefined, { shouldFocus: true })) wait()
  }
  const [held, setHeld] = useNetworkWait((name: string) => run(name))
  function run(name: string) {
    void runTask(() => attempt(intentNamed(name), () => setHeld(name)))
  }
  return {
    status,
    run,
    /** For the form element: Enter runs the default intent. */
    submit: (event: FormEvent) => {
      event.preventDefault()
      // React lets it rise out of a dialog into the form of the page.
      event.stopPropagation()
      const main = intents.find(intent => intent.isDefault)
      if (main) run(main.name)
    },
    /** The intent that waits for the network. */
    held: held === null ? null : intentNamed(held),
    stopWaiting: () => setHeld(null),
    /** What was chosen field by field, upon the other's version. */
    resolve: (chosen: Values, current: AnyRecord) => {
      if (status.kind === 'conflict') void runTask(() => submit(intentNamed(status.intent), chosen, current))
    },
    confirm: () => {
      if (status.kind === 'asking')
        void runTask(() => submit(intentNamed(status.intent), status.values, base))
    },
    close: () => setStatus(resting),
    question: status.kind === 'asking' ? { ...status, ask: intentNamed(status.intent).ask! } : null,
  }
}
