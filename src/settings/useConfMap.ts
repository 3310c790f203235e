import { useNotify, useTranslate } from 'ra-core'
import { z } from 'zod'

import { call } from '../../providers/call.ts'
import { isSame } from '../../resources/domain/sameness.ts'
import type { Translate } from '../../resources/kit/translate.ts'
import type { AppConfiguration } from '../../resources/settings/app.ts'
import { type VersionedState, useUndoableForm } from '../form/undoable/useUndoableForm.ts'
import { type ConfPatch, useUpdateConf } from './useConf.ts'

/** Chosen values by name; names without an entry have their default. */
export type ChosenValues<T> = Readonly<Record<string, T>>

/** Describes a map in the application configuration: how it is read, written and described. */
export type ConfMap<T> = {
  /** Schema of one value. */
  schema: z.ZodType<T>
  read: (conf: AppConfiguration) => ChosenValues<T>
  toPatch: (chosen: ChosenValues<T>) => ConfPatch
  /** Describes a change; `value` is undefined if the default was chosen. */
  describe: (name: string, value: T | undefined, translate: Translate) => string
}

const changedKeys = <T>(before: ChosenValues<T>, after: ChosenValues<T>) =>
  [...new Set([...Object.keys(before), ...Object.keys(after)])].filter(
    name => !isSame(before[name] ?? null, after[name] ?? null),
  )

const mergeMaps = <T>(
  base: ChosenValues<T>,
  mine: ChosenValues<T>,
  theirs: ChosenValues<T>,
): ChosenValues<T> => {
  const changed = changedKeys(base, mine)
  const rest = Object.entries(theirs).filter(([name]) => !changed.includes(name))
  const own = changed.flatMap(name => (name in mine ? [[name, mine[name]!] as const] : []))
  return Object.fromEntries([...rest, ...own])
}

/** Edits a map in the application configuration. */
export const useConfMap = <T>(conf: AppConfiguration, { schema, read, toPatch, describe }: ConfMap<T>) => {
  const translate = useTranslate()
  const notify = useNotify()
  const send = useUpdateConf()
  const versionedState = (from: AppConfiguration): VersionedState<ChosenValues<T>> => ({
    value: read(from),
    version: from.version ?? 0,
  })
  const form = useUndoableForm<ChosenValues<T>>({
    stored: versionedState(conf),
    schema: z.record(z.string(), schema),
    write: async (mine, { version }) => {
      const saved = await send(toPatch(mine), version)
      notify(translate('已保存'), { type: 'success' })
      return versionedState(saved)
    },
    readAgain: async () => versionedState(await call('conf.app', {})),
    merge: mergeMaps,
    differences: (before, after) =>
      changedKeys(before, after).map(name => describe(name, after[name], translate)),
  })
  return { ...form, changedNames: changedKeys(form.loaded, form.mine) }
}
