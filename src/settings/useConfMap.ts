import { useNotify, useTranslate } from 'ra-core'
import { z } from 'zod'

import { call } from '../../providers/call.ts'
import { isSame } from '../../resources/domain/sameness.ts'
import type { Translate } from '../../resources/kit/translate.ts'
import type { AppConfiguration } from '../../resources/settings/app.ts'
import { type VersionedState, useUndoableForm } from '../form/useUndoableForm.ts'
import { type ConfPatch, useWriteConf } from './useConf.ts'

/** Names with what is chosen for each; a name that is absent has its default. */
export type Chosen<T> = Readonly<Record<string, T>>

/** What of the application configuration is such a map, and how it is sent. */
export type ConfMap<T> = {
  /** Schema of one value. */
  schema: z.ZodType<T>
  read: (conf: AppConfiguration) => Chosen<T>
  write: (chosen: Chosen<T>) => ConfPatch
  /** A change in words; `value` is absent where the default is chosen. */
  describe: (name: string, value: T | undefined, translate: Translate) => string
}

const namesChanged = <T>(before: Chosen<T>, after: Chosen<T>) =>
  [...new Set([...Object.keys(before), ...Object.keys(after)])].filter(
    name => !isSame(before[name] ?? null, after[name] ?? null),
  )

const mergedMap = <T>(base: Chosen<T>, mine: Chosen<T>, theirs: Chosen<T>): Chosen<T> => {
  const changed = namesChanged(base, mine)
  const rest = Object.entries(theirs).filter(([name]) => !changed.includes(name))
  const own = changed.flatMap(name => (name in mine ? [[name, mine[name]!] as const] : []))
  return Object.fromEntries([...rest, ...own])
}

/** A part of the configuration under change. */
export const useConfMap = <T>(conf: AppConfiguration, { schema, read, write, describe }: ConfMap<T>) => {
  const translate = useTranslate()
  const notify = useNotify()
  const send = useWriteConf()
  const storedIn = (from: AppConfiguration): VersionedState<Chosen<T>> => ({
    value: read(from),
    version: from.version ?? 0,
  })
  const form = useUndoableForm<Chosen<T>>({
    stored: storedIn(conf),
    schema: z.record(z.string(), schema),
    write: async (mine, { version }) => {
      const saved = await send(write(mine), version)
      notify(translate('已保存'), { type: 'success' })
      return storedIn(saved)
    },
    readAgain: async () => storedIn(await call('conf.app', {})),
    merge: mergedMap,
    differences: (before, after) =>
      namesChanged(before, after).map(name => describe(name, after[name], translate)),
  })
  return { ...form, changedNames: namesChanged(form.loaded, form.mine) }
}
