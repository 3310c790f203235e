import { sql } from 'drizzle-orm'

import type { Fields, Values } from '../../../resources/kit/index.ts'
import { settings } from '../../../resources/settings/index.ts'
import type { Db } from '../../db/connection/open.ts'
import { firmConfigs } from '../../db/tables.ts'
import { isPlain, keysOf, fromKeys } from '../../../resources/kit/objects.ts'
import { configRows } from './configRows.ts'

// What holds of the firm's settings: the one way in which the server reads them. They are read in the transaction of the
// call that obeys them, by their key: a setting that was changed holds for the next call of every process.

type Settings = typeof settings
type SettingName = keyof Settings
export const settingNames = keysOf(settings)

export type SettingValues<N extends SettingName> = Values<Settings[N]['fields']>

type Declared<F extends Fields> = { fields: F; initial?: object }

/** A list that may be left empty is null where it is, as a form sends it. */
const asSent = (value: unknown): unknown => {
  if (Array.isArray(value)) return value.length === 0 ? null : value
  if (!isPlain(value)) return value ?? null
  return Object.fromEntries(Object.entries(value).map(([name, it]) => [name, asSent(it)]))
}

/** A value for each field: what was saved, and the declared default where nothing was or it is broken. */
export const storedSettingValues = <F extends Fields>(
  { fields, initial }: Declared<F>,
  stored: unknown,
): Values<F> => {
  const given = isPlain(stored) ? stored : {}
  const defaults: Readonly<Record<string, unknown>> = { ...initial }
  const values = fromKeys(keysOf(fields), name => {
    const read = name in given ? fields[name]!.schema.safeParse(given[name]) : null
    return read?.success ? (read.data ?? null) : asSent(defaults[name])
  })
  // A value of each field's own type, or its declared default.
  return values as Values<F>
}

export const inForce = <N extends SettingName>(name: N, stored: unknown): SettingValues<N> =>
  storedSettingValues<Settings[N]['fields']>(settings[name], stored)

/** Several at once, in one statement, each with the version that it was saved as. */
export const settingsOf = async <const N extends readonly SettingName[]>(
  db: Db,
  firmId: number,
  ...names: N
) => {
  const rows = await configRows(db, firmId, names)
  const read = (name: N[number]) => {
    const { value, version } = rows.get(name) ?? { value: undefined, version: 0 }
    return { ...inForce(name, value), version }
  }
  // Of each name its own values.
  return fromKeys(names, read) as { [K in N[number]]: SettingValues<K> & { version: number } }
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
