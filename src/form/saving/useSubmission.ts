import { onlineManager, useQueryClient } from '@tanstack/react-query'
import { useTranslate } from 'ra-core'
import { type FormEvent, useRef, useState } from 'react'
import type { UseFormReturn } from 'react-hook-form'

import type { AnyRecord } from '../../../resources/kit/index.ts'
import { type Conflict, refusalOf, type SaveFailure } from './failure.ts'
import type { Intent, Send, FormValues } from '../undoable/intent.ts'
import { refreshRows } from './refreshRows.ts'
import { showServerErrors } from './showServerErrors.ts'
import { useNetworkWait } from './useNetworkWait.ts'
import type { useRecordBase } from '../useRecordBase.ts'

/**
 * Progress of the last submission. It is independent of unsaved changes: the user can go on typing while it is saved.
 */
type Status =
  | { kind: 'resting' }
  /** Waits for the user to confirm the dialog of an intent. */
  | { kind: 'asking'; intent: string; values: FormValues }
  | { kind: 'saving'; intent: string }
  | { kind: 'failed'; intent: string; failure: SaveFailure }
  /** Another user changed the same fields; the user has to choose between the values. */
  | { kind: 'conflict'; intent: string; conflict: Conflict; base: AnyRecord; mine: FormValues }

const restingStatus: Status = { kind: 'resting' }

type Options = {
  methods: UseFormReturn
  intents: readonly Intent[]
  send: Send
  base: AnyRecord | null
  record: ReturnType<typeof useRecordBase>
  /** Waits for a draft that is being sent and stops further ones, so that none arrives after the saved record. */
  holdDrafts: () => Promise<void>
  /**
   * `isSaved`: the drafts are obsolete. `isWritten`: the record has a new version, with which the server deleted its
   * draft.
   */
  resumeDrafts: (outcome: { isSaved: boolean; isWritten: boolean }) => void
}

/** Runs one task at a time and ignores calls while it is running. */
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

/** Sends the values; then the form continues with the saved record and what was typed in the meantime. */
const useWrite = ({ methods, send, record, holdDrafts, resumeDrafts }: Options) => {
  const client = useQueryClient()
  return async ({ input }: Intent, values: FormValues, upon: AnyRecord | null) => {
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

/** Runs one intent with valid values on top of the record `upon`, and shows the error if it fails. */
const useSubmit = (options: Options, setStatus: (status: Status) => void) => {
  const { methods, base, record } = options
  const { setError } = methods
  const translate = useTranslate()
  const write = useWrite(options)
  const showRefusal = (error: unknown, intent: string, mine: FormValues, upon: AnyRecord | null) => {
    const refusal = refusalOf(error, translate)
    if (refusal.kind === 'wrong') showServerErrors(setError, refusal.errors)
    if (refusal.kind === 'failed') return setStatus({ ...refusal, intent })
    if (refusal.kind !== 'conflict' || !upon) return setStatus(restingStatus)
    setStatus({ ...refusal, intent, base: { ...upon, ...record.overtaken }, mine })
  }
  return async (intent: Intent, values: FormValues, upon: AnyRecord | null) => {
    const errors = intent.check?.(values) ?? {}
    if (Object.keys(errors).length > 0) {
      setStatus(restingStatus)
      return showServerErrors(setError, errors)
    }
    setStatus({ kind: 'saving', intent: intent.name })
    try {
      const isUnchanged = upon && upon === base && !intent.input && record.readChanged().length === 0
      const saved = isUnchanged ? upon : await write(intent, values, upon)
      const fresh = await intent.onSaved(saved, upon)
      if (fresh) record.rebase(fresh)
      setStatus(restingStatus)
    } catch (error) {
      showRefusal(error, intent.name, values, upon)
    }
  }
}

/** Runs the intents of a form: validates, waits for the network, asks for confirmation, sends, and shows errors. */
export const useSubmission = (options: Options) => {
  const { methods, intents, base, record } = options
  // Local state, because a React Query mutation has no states for confirmation, conflicts and waiting for the
  // network.
  const [status, setStatus] = useState<Status>(restingStatus)
  const runTask = useOneTask()
  const submit = useSubmit(options, setStatus)
  const intentNamed = (name: string) => intents.find(intent => intent.name === name)!

  const start = (intent: Intent, values: FormValues) => {
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
    setStatus(restingStatus)
    if (isUnchanged && !intent.input && !intent.check) return submit(intent, {}, base)
    // Validate before waiting for the network, so that errors appear at once.
    if (onlineManager.isOnline()) return methods.handleSubmit(values => start(intent, values))()
    if (await methods.trigger(undefined, { shouldFocus: true })) wait()
  }
  const [waitingIntentName, setWaitingIntentName] = useNetworkWait((name: string) => run(name))
  function run(name: string) {
    void runTask(() => attempt(intentNamed(name), () => setWaitingIntentName(name)))
  }
  return {
    status,
    run,
    /** Submit handler of the form element: Enter runs the default intent. */
    submit: (event: FormEvent) => {
      event.preventDefault()
      // React bubbles the event from a dialog's portal into the form of the page.
      event.stopPropagation()
      const main = intents.find(intent => intent.isDefault)
      if (main) run(main.name)
    },
    /** The intent that waits for the network; null if none does. */
    waiting: waitingIntentName === null ? null : intentNamed(waitingIntentName),
    stopWaiting: () => setWaitingIntentName(null),
    /** Saves the values chosen in the conflict dialog on top of the other user's version. */
    resolve: (chosen: FormValues, current: AnyRecord) => {
      if (status.kind === 'conflict') void runTask(() => submit(intentNamed(status.intent), chosen, current))
    },
    confirm: () => {
      if (status.kind === 'asking')
        void runTask(() => submit(intentNamed(status.intent), status.values, base))
    },
    close: () => setStatus(restingStatus),
    question: status.kind === 'asking' ? { ...status, ask: intentNamed(status.intent).ask! } : null,
  }
}
