import type { LogModule } from '../../resources/domain/logVocabulary.ts'
import type { Calls, Fields } from '../../resources/kit/index.ts'
import type { Context } from '../context/context.ts'
import type { Handlers } from '../context/handlers.ts'
import { diffOf, log } from '../services/audit/audit.ts'
import { configRow, saveConfigRow } from '../services/settings/configRows.ts'
import { storedSettingValues } from '../services/settings/firmSettings.ts'
import { changedFields } from '../services/audit/changedFields.ts'
import { cleanInput } from '../services/markup/sanitize.ts'
import { refuseErrors } from './duplicates.ts'
import { readableNames } from './readableNames.ts'
import { missingReferences } from '../services/directory/missingReferences.ts'
import { versionConflictError } from './versioned.ts'

type Setting = {
  name: string
  label: string
  fields: Fields
  initial?: object
  logModule?: LogModule
  calls: Calls
}
type Saved = { version: number; updatedAt: Date; updatedByName: string | null }

/** Refuses values that this installation cannot follow, with field errors; it may prepare what they need, in the same transaction. */
type Check = (input: Readonly<Record<string, unknown>>, context: Context) => void | Promise<void>

/**
 * Both calls of a setting, which is stored as one value under its name; fields that were never saved have the
 * declared defaults.
 */
export const settingCalls = (setting: Setting, check?: Check) => {
  const { name, label, fields, logModule } = setting

  const read = async ({ db, firmId }: Context): Promise<Record<string, unknown> & Saved> => {
    const { value, ...row } = await configRow(db, firmId, name)
    return { ...row, ...storedSettingValues(setting, value) }
  }

  const update = async ({ version, ...input }: { version: number }, context: Context) => {
    await check?.(input, context)
    const current = await read(context)
    if (current.version !== version) throw versionConflictError(context, fields, current, input)
    const value: Record<string, unknown> = await cleanInput(fields, input)
    const names = await readableNames(context, fields, [current, value])
    const diff = diffOf(fields, current, value, names)
    if (diff.length === 0) return current
    refuseErrors(await missingReferences(context, fields, changedFields(current, value)))
    const saved = await saveConfigRow(context, name, value, version)
    // Another request saved between the read and the write.
    if (!saved) throw versionConflictError(context, fields, await read(context), input)
    await log(context, {
      module: logModule!,
      action: 'config',
      target: { type: name, id: context.firmId, name: label, organizationId: null },
      diff,
    })
    return { ...value, ...saved }
  }

  return { get: (_: object, context: Context) => read(context), update }
}

/** `settingCalls` with the types of the declaration. */
export const settingHandlers = <S extends Setting>(setting: S, check?: Check) =>
  settingCalls(setting, check) as unknown as Handlers<S['calls']>
