import { useCallback, useEffect, useRef, useState } from 'react'

import { call } from '../../../providers/call.ts'
import { CallError, sentenceOf } from '../../../providers/envelope.ts'
import { onSession } from '../../../providers/session.ts'
import type { Kind } from './kind.ts'

/** Writing rests this long before it is sent, and is sent this often while it never rests. */
const pause = 2000
const longest = 15_000
/** What could not be sent is tried again by itself; a draft is no write that anybody decided on. */
const patience = 5000

export type Autosave =
  | { kind: 'idle' | 'waiting' | 'saving' }
  | { kind: 'saved'; at: string }
  | { kind: 'failed'; message: string }
  /** Another window writes the same draft: this one stops, and keeps its text here. */
  | { kind: 'stopped' }

export type Which = { kind: Kind; articleId?: number }

type Options = {
  which: Which
  /** Of the article that is changed; null for a new one. */
  version: number | null
  /** What is unsaved; the same object as long as nothing was typed, null where nothing is unsaved. */
  values: Readonly<Record<string, unknown>> | null
  /** While it is not known what draft there is, or what becomes of it. */
  isPaused: boolean
}

/** Pinyin under composition is no text yet. */
const useComposing = (onEnd: () => void) => {
  const composing = useRef(false)
  const end = useRef(onEnd)
  useEffect(() => void (end.current = onEnd))
  useEffect(() => {
    const start = () => void (composing.current = true)
    const stop = () => {
      composing.current = false
      end.current()
    }
    document.addEventListener('compositionstart', start)
    document.addEventListener('compositionend', stop)
    return () => {
      document.removeEventListener('compositionstart', start)
      document.removeEventListener('compositionend', stop)
    }
  }, [])
  return composing
}

/** Keeps what is written on the server, so that another machine or a killed browser brings it back. */
export const useAutosave = ({ which, version, values, isPaused }: Options) => {
  const [state, setState] = useState<Autosave>({ kind: 'idle' })
  const [isOutdated, setOutdated] = useState(false)
  const latest = useRef({ which, version, values, isPaused })
  useEffect(() => void (latest.current = { which, version, values, isPaused }))
  const since = useRef<string | null>(null)
  const sent = useRef<Options['values']>(null)
  const waitingSince = useRef<number | null>(null)
  const running = useRef<Promise<void> | null>(null)
  const isHeld = useRef(false)

  /** The text whose answer never came: it may have arrived all the same. */
  const unanswered = useRef<Options['values']>(null)

  const send = useCallback(async () => {
    const { which: target, version: base, values: text, isPaused: isQuiet } = latest.current
    if (!text || text === sent.current || isQuiet || isHeld.current || composing.current) return
    setState({ kind: 'saving' })
    waitingSince.current = null
    const keep = async (values: NonNullable<Options['values']>) => {
      unanswered.current = values
      const input = { ...target, values: JSON.stringify(values), since: since.current }
      const answer = await call('articles.keepDraft', { ...input, ...(base !== null && { version: base }) })
      unanswered.current = null
      since.current = answer.savedAt
      return answer
    }
    try {
      // Sent again, the same text tells that the draft there is this window's own.
      if (unanswered.current && unanswered.current !== text) await keep(unanswered.current)
      const answer = await keep(text)
      sent.current = text
      if (base !== null && answer.version !== null && answer.version > base) setOutdated(true)
      setState({ kind: 'saved', at: answer.savedAt })
    } catch (error) {
      const isTaken = error instanceof CallError && error.code === '4090'
      setState(isTaken ? { kind: 'stopped' } : { kind: 'failed', message: sentenceOf(error) })
    }
    // `composing` and the refs are the same for the life of the page.
    // eslint-disable-next-line react/exhaustive-deps
  }, [])
  /** One at a time: what was typed meanwhile goes with the next. */
  const run = useCallback(async () => {
    // Several may have waited for the same one.
    while (running.current) await running.current
    running.current = send().finally(() => {
      running.current = null
    })
    return running.current
  }, [send])
  const composing = useComposing(() => {
    if (waitingSince.current !== null && Date.now() - waitingSince.current >= pause) void run()
  })

  useEffect(() => {
    if (state.kind !== 'failed') return
    const timer = setTimeout(() => void run(), patience)
    return () => clearTimeout(timer)
  }, [state, run])
  const isStopped = state.kind === 'stopped'
  useEffect(() => {
    if (!values || isPaused || isStopped || values === sent.current) return
    waitingSince.current ??= Date.now()
    setState(known => (known.kind === 'saving' || known.kind === 'failed' ? known : { kind: 'waiting' }))
    const wait = Math.min(pause, Math.max(0, waitingSince.current + longest - Date.now()))
    const timer = setTimeout(() => void run(), wait)
    return () => clearTimeout(timer)
  }, [values, isPaused, isStopped, run])
  useEffect(() => {
    const leave = () => {
      if (document.visibilityState === 'hidden') void run()
    }
    const again = () => void run()
    document.addEventListener('visibilitychange', leave)
    window.addEventListener('online', again)
    const deaf = onSession(event => {
      // The call that met the end of the session is never answered: the page is about to be left.
      if (event === 'expired') setState({ kind: 'failed', message: '登录已超时' })
    })
    return () => {
      document.removeEventListener('visibilitychange', leave)
      window.removeEventListener('online', again)
      deaf()
    }
  }, [run])

  return {
    state,
    /** Somebody else has saved the article since it was opened. */
    isOutdated,
    retry: () => void run(),
    flush: run,
    /** What is on the server is known, or gone. */
    follow: useCallback((savedAt: string | null) => {
      since.current = savedAt
      sent.current = null
    }, []),
    /** While the article itself is saved nothing may be sent behind it. */
    hold: async () => {
      isHeld.current = true
      await running.current
    },
    resume: (isSaved: boolean) => {
      isHeld.current = false
      // What was typed while it was tried is kept all the same.
      if (!isSaved) return void run()
      since.current = null
      unanswered.current = null
      waitingSince.current = null
      setOutdated(false)
      setState({ kind: 'idle' })
    },
  }
}
