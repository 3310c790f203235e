import { useNotify, useTranslate } from 'ra-core'
import { useState } from 'react'

import { call } from '../../providers/call.ts'
import { CallError } from '../../providers/envelope.ts'
import { isSame } from '../../resources/domain/sameness.ts'
import type { AppConfiguration } from '../../resources/settings/app.ts'
import { type SaveFailure, failureOf } from '../form/failure.ts'
import { type ConfPatch, useWriteConf } from './useConf.ts'

/** Names with what is chosen for each; a name that is absent has its default. */
export type Chosen<T> = Readonly<Record<string, T>>

/** What of the application configuration is such a map, and how it is sent. */
export type ConfMap<T> = {
  read: (conf: AppConfiguration) => Chosen<T>
  write: (chosen: Chosen<T>) => ConfPatch
}

const changedIn = <T>(before: Chosen<T>, after: Chosen<T>) =>
  [...new Set([...Object.keys(before), ...Object.keys(after)])].filter(
    name => !isSame(before[name] ?? null, after[name] ?? null),
  )

/** What I changed since `base` upon what another left. */
const merged = <T>(base: Chosen<T>, mine: Chosen<T>, theirs: Chosen<T>): Chosen<T> => {
  const changed = changedIn(base, mine)
  const rest = Object.entries(theirs).filter(([name]) => !changed.includes(name))
  const own = changed.flatMap(name => (name in mine ? [[name, mine[name]!] as const] : []))
  return Object.fromEntries([...rest, ...own])
}

/** A part of the configuration under change: each step can be taken back, and what others save meanwhile is kept. */
export const useConfMap = <T>(conf: AppConfiguration, { read, write }: ConfMap<T>) => {
  const translate = useTranslate()
  const send = useWriteConf()
  const notify = useNotify()
  const [base, setBase] = useState(conf)
  const [{ past, mine }, setSteps] = useState<{ past: Chosen<T>[]; mine: Chosen<T> }>({
    past: [],
    mine: read(conf),
  })
  const [isSaving, setSaving] = useState(false)
  const [failure, setFailure] = useState<SaveFailure | null>(null)
  const [isMerged, setMerged] = useState(false)
  const loaded = read(base)
  const start = (from: AppConfiguration, next: Chosen<T>) => {
    setBase(from)
    setSteps({ past: [], mine: next })
  }
  const attempt = async () => {
    try {
      const saved = await send(write(mine), base.version ?? 0)
      start(saved, read(saved))
      setMerged(false)
      notify(translate('已保存'), { type: 'success' })
    } catch (error) {
      if (!(error instanceof CallError) || error.code !== '4090') throw error
      const theirs = await call('conf.app', {})
      start(theirs, merged(loaded, mine, read(theirs)))
      setMerged(true)
    }
  }
  const save = async () => {
    setSaving(true)
    setFailure(null)
    try {
      await attempt()
    } catch (error) {
      setFailure(failureOf(error, translate))
    } finally {
      setSaving(false)
    }
  }
  return {
    loaded,
    mine,
    changed: changedIn(loaded, mine),
    change: (next: Chosen<T>) =>
      setSteps(steps => ({ past: [...steps.past, steps.mine], mine: { ...steps.mine, ...next } })),
    replace: (next: Chosen<T>) => setSteps(steps => ({ past: [...steps.past, steps.mine], mine: next })),
    undo: () => setSteps(({ past: [...steps], mine: now }) => ({ mine: steps.pop() ?? now, past: steps })),
    canUndo: past.length > 0,
    reset: () => setSteps({ past: [], mine: loaded }),
    save,
    isSaving,
    failure,
    /** Somebody else saved meanwhile; both changes are here and wait to be saved. */
    isMerged,
  }
}
export type ConfMapState<T> = ReturnType<typeof useConfMap<T>>
