import { sql } from 'drizzle-orm'

import type { Fields, RecordValues } from '../../../resources/kit/index.ts'
import { settings } from '../../../resources/settings/index.ts'
import type { Db } from '../../db/connection/open.ts'
import { firmConfigs } from '../../db/tables.ts'
import { isPlainObject, keysOf, fromKeys } from '../../../resources/kit/objects.ts'
import { configRows } from './configRows.ts'

// The only way in which the server reads the firm's settings. They are read by key in the transaction of the
// call that uses them, so that a change is effective at the next call of every process.

type Settings = typeof settings
type SettingName = keyof Settings
export const settingNames = keysOf(settings)

export type SettingValues<N extends SettingName> = RecordValues<Settings[N]['fields']>

type Declared<F extends Fields> = { fields: F; initial?: object }

/** An empty list becomes null, as forms send it. */
const asFormValue = (value: unknown): unknown => {
  if (Array.isArray(value)) return value.length === 0 ? null : value
  if (!isPlainObject(value)) return value ?? null
  return Object.fromEntries(Object.entries(value).map(([name, it]) => [name, asFormValue(it)]))
}

/** A value for each field: the saved one, or the declared default where none was saved or it is invalid. */
export const storedSettingValues = <F extends Fields>(
  { fields, initial }: Declared<F>,
  stored: unknown,
): RecordValues<F> => {
  const storedObject = isPlainObject(stored) ? stored : {}
  const defaults: Readonly<Record<string, unknown>> = { ...initial }
  const values = fromKeys(keysOf(fields), name => {
    const readSetting = name in storedObject ? fields[name]!.schema.safeParse(storedObject[name]) : null
    return readSetting?.success ? (readSetting.data ?? null) : asFormValue(defaults[name])
  })
  // Each value has its field's type, or is its declared default.
  return values as RecordValues<F>
}

export const effectiveSetting = <N extends SettingName>(name: N, stored: unknown): SettingValues<N> =>
  storedSettingValues<Settings[N]['fields']>(settings[name], stored)

/** Several settings in one statement, each with its version. */
export const settingsOf = async <const N extends readonly SettingName[]>(
  db: Db,
  firmId: number,
  ...names: N
) => {
  const rows = await configRows(db, firmId, names)
  const readSetting = (name: N[number]) => {
    const { value, version } = rows.get(name) ?? { value: undefined, version: 0 }
    return { ...effectiveSetting(name, value), version }
  }
  // Each name has its own values.
  return fromKeys(names, readSetting) as { [K in N[number]]: SettingValues<K> & { version: number } }
}

export const settingOf = async <N extends SettingName>(
  db: Db,
  firmId: number,
  name: N,
): Promise<SettingValues<N>> => (await settingsOf(db, firmId, name))[name]

/** The stored value as a column of another query, for `effectiveSetting`. */
export const storedSetting = (firmId: number, name: SettingName | 'system') =>
  sql<unknown>`(select ${firmConfigs.value} from ${firmConfigs}
    where ${firmConfigs.firmId} = ${firmId} and ${firmConfigs.key} = ${name})`
