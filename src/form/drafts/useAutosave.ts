import { useCallback, useEffect, useRef, useState } from 'react'

import { CallError, sentenceOf } from '../../../providers/envelope.ts'
import type { Sentence } from '../../../resources/kit/translate.ts'
import { onSession } from '../../../providers/session.ts'
import { createDraftSender } from './draftSender.ts'
import type { DraftStore, DraftValues } from './draftStore.ts'
import { useComposing } from './useComposing.ts'

/** Milliseconds: typing rests this long before it is sent, and is sent this often while it never rests. */
const idleDelay = 2000
const maxDelay = 15_000
/** A draft that could not be sent is tried again by itself: it is no write that anybody decided on. */
const retryDelay = 5000

export type AutosaveState =
  | { kind: 'idle' | 'waiting' | 'saving' }
  | { kind: 'saved'; at: string }
  | { kind: 'failed'; message: Sentence }
  /** Another window writes the same draft: this one stops, and keeps its text here. */
  | { kind: 'stopped' }

type Options = {
  /** Null where no server keeps drafts: then nothing is sent, and the browser's own remains. */
  keep: DraftStore['keep']
  /** Of the record that is changed; null for a new one. */
  version: number | null
  /** What is unsaved; the same object as long as nothing was typed, null where nothing is unsaved. */
  values: DraftValues | null
  /** While it is not known what draft there is, or what becomes of it. */
  isPaused: boolean
}

/** Runs `send` when the run before it has ended. */
const useOneAtATime = (send: () => Promise<void>) => {
  const running = useRef<Promise<void> | null>(null)
  const run = useCallback(async () => {
    // Several may have waited for the same one.
    while (running.current) await running.current
    running.current = send().finally(() => {
      running.current = null
    })
    return running.current
  }, [send])
  const whenIdle = useCallback(async () => running.current, [])
  return { run, whenIdle }
}

/** Sends the latest values; what was typed while one is sent goes with the next. */
const useSending = (options: Options) => {
  // A mutation knows neither that something typed waits nor that another page has saved a newer draft.
  const [state, setState] = useState<AutosaveState>({ kind: 'idle' })
  const [isOutdated, setOutdated] = useState(false)
  const [sender] = useState(createDraftSender)
  const latest = useRef(options)
  useEffect(() => void (latest.current = options))
  const isComposing = useComposing()
  const isHeld = useRef(false)
  /** Since when something typed waits to be sent. */
  const waitingSince = useRef<number | null>(null)

  const send = useCallback(async () => {
    const { keep, version, values, isPaused } = latest.current
    if (!keep || !values || sender.isSent(values) || isPaused || isHeld.current || isComposing.current) return
    setState({ kind: 'saving' })
    waitingSince.current = null
    try {
      const answer = await sender.send({ keep, version, values })
      if (version !== null && answer.version !== null && answer.version > version) setOutdated(true)
      setState({ kind: 'saved', at: answer.savedAt })
    } catch (error) {
      const isTaken = error instanceof CallError && error.code === '4090'
      setState(
        isTaken
          ? { kind: 'stopped' }
          : { kind: 'failed', message: translate => sentenceOf(error, translate) },
      )
    }
  }, [sender, isComposing])
  const { run, whenIdle } = useOneAtATime(send)

  /** Something typed is to be sent; answers since when it waits. */
  const startWaiting = useCallback(() => {
    setState(known => (known.kind === 'saving' || known.kind === 'failed' ? known : { kind: 'waiting' }))
    waitingSince.current ??= Date.now()
    return waitingSince.current
  }, [])
  const hasWaited = useCallback(
    (milliseconds: number) =>
      waitingSince.current !== null && Date.now() - waitingSince.current >= milliseconds,
    [],
  )
  const fail = useCallback((message: Sentence) => setState({ kind: 'failed', message }), [])
  const hold = async () => {
    isHeld.current = true
    await whenIdle()
  }
  const resume = (isSaved: boolean) => {
    isHeld.current = false
    // What was typed while it was tried is kept all the same.
    if (!isSaved) return void run()
    sender.reset()
    waitingSince.current = null
    setOutdated(false)
    setState({ kind: 'idle' })
  }
  return { state, isOutdated, sender, run, startWaiting, hasWaited, fail, hold, resume }
}

type Sending = ReturnType<typeof useSending>

/** Sends when typing rests, again after a failure, and at once when the page goes out of sight. */
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
      // The call that met the end of the session is never answered: the page is about to be left.
      if (event === 'expired') fail(translate => translate('登录已超时'))
    })
    return () => {
      control.abort()
      unsubscribe()
    }
  }, [run, hasWaited, fail])
}

/** Keeps what is written on the server, so that another machine or a killed browser brings it back. */
export const useAutosave = (options: Options) => {
  const sending = useSending(options)
  useSendingTimes(sending, options)
  const { state, isOutdated, sender, run, hold, resume } = sending
  return {
    state,
    /** Somebody else has saved the record since it was opened. */
    isOutdated,
    retry: () => void run(),
    flush: run,
    follow: sender.follow,
    /** While the record itself is saved nothing may be sent behind it. */
    hold,
    resume,
    /** Deletes the server's draft: waits for a running save to end, then calls `drop`. */
    discard: async (drop: () => Promise<void>) => {
      await hold()
      // A draft that stays in spite of this is followed, and so replaced, by the next.
      resume(
        await drop().then(
          () => true,
          () => false,
        ),
      )
    },
  }
}
