import { useCallback, useEffect, useRef, useState } from 'react'

import { CallError, errorSentence } from '../../../providers/envelope.ts'
import type { Sentence } from '../../../resources/kit/translate.ts'
import { onSession } from '../../../providers/session.ts'
import { createDraftSender } from './draftSender.ts'
import type { DraftStore, DraftValues } from './draftStore.ts'
import { useComposing } from './useComposing.ts'

/** Milliseconds without typing after which a draft is sent, and the longest wait while typing goes on. */
const idleDelay = 2000
const maxDelay = 15_000
/**
 * Milliseconds until a failed draft is sent again. Drafts are retried automatically, unlike writes that the user
 * requested.
 */
const retryDelay = 5000

export type AutosaveState =
  | { kind: 'idle' | 'waiting' | 'saving' }
  | { kind: 'saved'; at: string }
  | { kind: 'failed'; message: Sentence }
  /** Another window edits the same draft: this one stops autosaving and keeps its values in the browser. */
  | { kind: 'stopped' }

type Options = {
  /** Saves the draft on the server; null if the back-end keeps no drafts. */
  save: DraftStore['save']
  /** Version of the edited record; null for a new one. */
  version: number | null
  /** Unsaved values; null if there are none, and the same object while nothing was typed. */
  values: DraftValues | null
  /**
   * Whether autosaving waits, because the stored draft is still loading or the user has not yet answered the offer to
   * restore it.
   */
  isPaused: boolean
}

/** Runs `send` after the previous run has ended. */
const useOneAtATime = (send: () => Promise<void>) => {
  const running = useRef<Promise<void> | null>(null)
  const run = useCallback(async () => {
    // A loop, because several callers may have waited for the same run.
    while (running.current) await running.current
    running.current = send().finally(() => {
      running.current = null
    })
    return running.current
  }, [send])
  const whenIdle = useCallback(async () => running.current, [])
  return { run, whenIdle }
}

/** Sends the latest values; values typed during a request go with the next one. */
const useSending = (options: Options) => {
  // Local state, because a React Query mutation does not know about waiting changes or newer drafts of other windows.
  const [state, setState] = useState<AutosaveState>({ kind: 'idle' })
  const [isOutdated, setOutdated] = useState(false)
  const [sender] = useState(createDraftSender)
  const latest = useRef(options)
  useEffect(() => void (latest.current = options))
  const isComposing = useComposing()
  const isHeld = useRef(false)
  /** Time (milliseconds) since which changes wait to be sent; null if none wait. */
  const waitingSince = useRef<number | null>(null)

  const send = useCallback(async () => {
    const { save, version, values, isPaused } = latest.current
    if (!save || !values || sender.isSent(values) || isPaused || isHeld.current || isComposing.current) return
    setState({ kind: 'saving' })
    waitingSince.current = null
    try {
      const answer = await sender.send({ save, version, values })
      if (version !== null && answer.version !== null && answer.version > version) setOutdated(true)
      setState({ kind: 'saved', at: answer.savedAt })
    } catch (error) {
      const isReplaced = error instanceof CallError && error.code === '4090'
      setState(
        isReplaced
          ? { kind: 'stopped' }
          : { kind: 'failed', message: translate => errorSentence(error, translate) },
      )
    }
  }, [sender, isComposing])
  const { run, whenIdle } = useOneAtATime(send)

  /** Notes that changes wait to be sent; returns the time since which they wait. */
  const startWaiting = useCallback(() => {
    setState(before => (before.kind === 'saving' || before.kind === 'failed' ? before : { kind: 'waiting' }))
    waitingSince.current ??= Date.now()
    return waitingSince.current
  }, [])
  const hasWaited = useCallback(
    (milliseconds: number) =>
      waitingSince.current !== null && Date.now() - waitingSince.current >= milliseconds,
    [],
  )
  const reportFailure = useCallback((message: Sentence) => setState({ kind: 'failed', message }), [])
  const hold = async () => {
    isHeld.current = true
    await whenIdle()
  }
  const resume = (isSaved: boolean) => {
    isHeld.current = false
    // The record was not saved, so that changes typed in the meantime still need a draft.
    if (!isSaved) return void run()
    sender.reset()
    waitingSince.current = null
    setOutdated(false)
    setState({ kind: 'idle' })
  }
  return { state, isOutdated, sender, run, startWaiting, hasWaited, fail: reportFailure, hold, resume }
}

type Sending = ReturnType<typeof useSending>

/** Sends after a pause in typing, after a failure, when the network is back and when the page is hidden. */
const useSendingTimes = (sending: Sending, { values, isPaused }: Options) => {
  const { state, sender, run, startWaiting, hasWaited, fail } = sending
  const isStopped = state.kind === 'stopped'
  useEffect(() => {
    if (state.kind !== 'failed') return
    const timer = setTimeout(() => void run(), retryDelay)
    return () => clearTimeout(timer)
  }, [state, run])
  useEffect(() => {
    if (!values || isPaused || isStopped || sender.isSent(values)) return
    const wait = Math.min(idleDelay, Math.max(0, startWaiting() + maxDelay - Date.now()))
    const timer = setTimeout(() => void run(), wait)
    return () => clearTimeout(timer)
  }, [values, isPaused, isStopped, run, sender, startWaiting])
  useEffect(() => {
    const control = new AbortController()
    const { signal } = control
    const onVisibility = () => {
      if (document.visibilityState === 'hidden') void run()
    }
    const onCompositionEnd = () => {
      if (hasWaited(idleDelay)) void run()
    }
    document.addEventListener('visibilitychange', onVisibility, { signal })
    document.addEventListener('compositionend', onCompositionEnd, { signal })
    window.addEventListener('online', () => void run(), { signal })
    const unsubscribe = onSession(event => {
      // The call that found the session expired gets no answer, because the page is about to be left.
      if (event === 'expired') fail(translate => translate('登录已超时'))
    })
    return () => {
      control.abort()
      unsubscribe()
    }
  }, [run, hasWaited, fail])
}

/** Autosaves the draft of a form on the server, so that another device or a crashed browser can restore it. */
export const useAutosave = (options: Options) => {
  const sending = useSending(options)
  useSendingTimes(sending, options)
  const { state, isOutdated, sender, run, hold, resume } = sending
  return {
    state,
    /** Whether somebody else saved the record after it was opened. */
    isOutdated,
    retry: () => void run(),
    flush: run,
    follow: sender.follow,
    /** Stops sending while the record itself is saved, so that no draft arrives after it. */
    hold,
    resume,
    /** Deletes the server's draft: waits for a running save to end, then calls `drop`. */
    discard: async (drop: () => Promise<void>) => {
      await hold()
      // If deleting failed, the next draft names the remaining one and replaces it.
      resume(
        await drop().then(
          () => true,
          () => false,
        ),
      )
    },
  }
}
