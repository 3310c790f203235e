import { eq, sql } from 'drizzle-orm'

import type { Database, Db } from '../../db/connection/open.ts'
import { firms, hosts } from '../../db/tables.ts'
import { readEveryFirm } from '../../db/rules/rules.ts'

/** A firm as listed for the operator of the installation. */
export type FirmOverview = {
  firmId: number
  name: string
  hosts: string[]
  /** Administrators and lawyers who are not deleted. */
  people: number
  suspendedAt: Date | null
  deletionStartedAt: Date | null
}

type TimeColumn = 'suspendedAt' | 'deletionStartedAt'
type Row = Omit<FirmOverview, TimeColumn> & Record<TimeColumn, string | Date | null>

const dateOf = (value: string | Date | null) => (value === null ? null : new Date(value))

/** One firm, or every firm if the number is null. */
const overviews = async (db: Db, firmId: number | null): Promise<FirmOverview[]> => {
  const firm = firmId === null ? sql`f.firm_id` : sql`${firmId}`
  const { rows } = await db.execute<Row>(sql`
    select f.firm_id as "firmId", f.name, f.suspended_at as "suspendedAt",
      f.deletion_started_at as "deletionStartedAt",
      array(select h.name from hosts h where h.firm_id = ${firm} order by 1) as hosts,
      ((select count(*) from admins a where a.firm_id = ${firm} and a.deleted_at is null)
        + (select count(*) from lawyers l where l.firm_id = ${firm} and l.deleted_at is null))::int as people
    from firms f where f.firm_id = ${firm} order by 1`)
  return rows.map(({ suspendedAt, deletionStartedAt, ...row }) => ({
    ...row,
    suspendedAt: dateOf(suspendedAt),
    deletionStartedAt: dateOf(deletionStartedAt),
  }))
}

/** Every firm of the installation, by number. */
export const listFirms = (database: Database): Promise<FirmOverview[]> =>
  database.read(null, async db => {
    await readEveryFirm(db.$client)
    return overviews(db, null)
  })

/** One firm; null if there is none with this number. */
export const findFirm = (database: Database, firmId: number): Promise<FirmOverview | null> =>
  database.read(firmId, async db => {
    const [firm] = await overviews(db, firmId)
    return firm ?? null
  })

const ownerOfHost = async (db: Db, name: string): Promise<number | null> => {
  const { rows } = await db.execute<{ firmId: number }>(
    sql`select firm_id as "firmId" from hosts where name = ${name}`,
  )
  return rows[0]?.firmId ?? null
}

/** Assigns a host name to a firm, which is not deleted meanwhile; returns the firm that already has the name, or null if it was free. */
export const addHost = async (db: Db, firmId: number, name: string): Promise<number | null> => {
  await db.select({ firmId: firms.firmId }).from(firms).where(eq(firms.firmId, firmId)).for('key share')
  const added = await db.insert(hosts).values({ name, firmId }).onConflictDoNothing().returning()
  return added.length > 0 ? null : ownerOfHost(db, name)
}

/** Returns whether the host name existed. */
export const removeHost = async (db: Db, name: string): Promise<boolean> => {
  const firmId = await ownerOfHost(db, name)
  if (firmId === null) return false
  const { rowCount } = await db.execute(sql`delete from hosts where firm_id = ${firmId} and name = ${name}`)
  return (rowCount ?? 0) > 0
}
