import { and, eq, inArray, sql } from 'drizzle-orm'

import type { Caller, Context } from '../../context/context.ts'
import type { Db } from '../../db/connection/open.ts'
import { firmConfigs } from '../../db/tables.ts'

// The rows of the firm's configuration, one per key; they are only read and written here.

export type ConfigRow = {
  value: Record<string, unknown>
  version: number
  updatedAt: Date
  updatedByName: string | null
}

const columns = {
  value: firmConfigs.value,
  version: firmConfigs.version,
  updatedAt: firmConfigs.updatedAt,
  updatedByName: firmConfigs.updatedByName,
}

/** The stored rows of these keys; keys that were never saved are missing. */
export const configRows = async (db: Db, firmId: number, keys: readonly string[]) => {
  const rows = await db
    .select({ key: firmConfigs.key, ...columns })
    .from(firmConfigs)
    .where(and(eq(firmConfigs.firmId, firmId), inArray(firmConfigs.key, [...keys])))
  return new Map<string, ConfigRow>(rows.map(({ key, ...row }) => [key, row]))
}

/** The row of a key that was never saved. */
export const unsavedRow: ConfigRow = { value: {}, version: 0, updatedAt: new Date(0), updatedByName: null }

/** The stored row of a key; version 0 where it was never saved. */
export const configRow = async (db: Db, firmId: number, key: string): Promise<ConfigRow> =>
  (await configRows(db, firmId, [key])).get(key) ?? unsavedRow

type Saved = { version: number; updatedAt: Date; updatedByName: string | null }

/** Saves with one conditional statement; null where somebody else saved since this version was read. */
export const saveConfigRow = async (
  { db, firmId, now, caller }: Context<Caller>,
  key: string,
  value: Record<string, unknown>,
  version: number,
): Promise<Saved | null> => {
  const changeColumns = { updatedAt: now, updatedByName: caller.name }
  const [saved] = await db
    .insert(firmConfigs)
    .values({ firmId, key, value, version: 1, ...changeColumns })
    .onConflictDoUpdate({
      target: [firmConfigs.firmId, firmConfigs.key],
      set: { value, version: sql`${firmConfigs.version} + 1`, ...changeColumns },
      setWhere: eq(firmConfigs.version, version),
    })
    .returning({ version: firmConfigs.version })
  return saved ? { ...saved, ...changeColumns } : null
}
