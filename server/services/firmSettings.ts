import { sql } from 'drizzle-orm'

import type { Fields, Values } from '../../resources/kit/index.ts'
import { settings } from '../../resources/settings/firmConf.ts'
import type { Db } from '../db/open.ts'
import { firmConfigs } from '../db/tables.ts'
import { isObject, keysOf, recordOf } from '../process/objects.ts'
import { configRows } from './configRows.ts'

// What holds of the firm's settings: the one way in which the server reads them. They are read in the transaction of the
// call that obeys them, by their key: a setting that was changed holds for the next call of every process.

type Settings = typeof settings
type SettingName = keyof Settings
export const settingNames = keysOf(settings)

export type SettingValues<N extends SettingName> = Values<Settings[N]['fields']>

type Declared = { fields: Fields; initial?: Readonly<Record<string, unknown>> }

/** A list that may be left empty is null where it is, as a form sends it. */
const asSent = (value: unknown): unknown => {
  if (Array.isArray(value)) return value.length === 0 ? null : value
  if (!isObject(value)) return value ?? null
  return Object.fromEntries(Object.entries(value).map(([name, it]) => [name, asSent(it)]))
}

/** A value for each field: what was saved, and the declared default where nothing was or it is broken. */
export const valuesOf = ({ fields, initial = {} }: Declared, stored: unknown): Record<string, unknown> => {
  const given = isObject(stored) ? stored : {}
  return recordOf(Object.keys(fields), name => {
    const read = name in given ? fields[name]!.schema.safeParse(given[name]) : null
    return read?.success ? (read.data ?? null) : asSent(initial[name])
  })
}

export const inForce = <N extends SettingName>(name: N, stored: unknown): SettingValues<N> =>
  // A value of each field's own type, or its declared default.
  valuesOf(settings[name], stored) as SettingValues<N>

/** Several at once, in one statement. */
export const settingsOf = async <const N extends readonly SettingName[]>(
  db: Db,
  firmId: number,
  ...names: N
): Promise<{ [K in N[number]]: SettingValues<K> }> => {
  const rows = await configRows(db, firmId, names)
  return recordOf<N[number], unknown>(names, name => inForce(name, rows.get(name)?.value)) as {
    [K in N[number]]: SettingValues<K>
  }
}

export const settingOf = async <N extends SettingName>(
  db: Db,
  firmId: number,
  name: N,
): Promise<SettingValues<N>> => (await settingsOf(db, firmId, name))[name]

/** The stored value as a column of another query, for `inForce`. */
export const storedSetting = (firmId: number, name: SettingName | 'system') =>
  sql<unknown>`(select ${firmConfigs.value} from ${firmConfigs}
    where ${firmConfigs.firmId} = ${firmId} and ${firmConfigs.key} = ${name})`
