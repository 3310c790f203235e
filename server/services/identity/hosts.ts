import { domainToASCII } from 'node:url'

import { sql } from 'drizzle-orm'

import type { Db } from '../../db/connection/open.ts'

/** The row of `hosts` for every name that has none of its own. */
export const anyHost = '*'

/**
 * A host name without port and final dot, in lower case and in the browsers' encoding: `名片.中国` as `xn--…`.
 * Empty for an invalid name.
 */
export const hostNameOf = (text: string): string => {
  const [name = ''] = /^(\[[^\]]*\]|[^:/?#@\s]*)(?=:\d*$|$)/.exec(text.trim()) ?? []
  if (name.startsWith('[')) return name.toLowerCase()
  return domainToASCII(name.replace(/\.$/, ''))
}

/**
 * The firm that a host name belongs to; null if there is no row for it. The query that finds a session contains
 * the same look-up.
 */
export const firmOfHost = async (db: Db, name: string): Promise<number | null> => {
  const { rows } = await db.execute<{ firmId: number }>(sql`
    select firm_id as "firmId" from hosts where name in (${name}, ${anyHost}) order by name = ${anyHost} limit 1`)
  return rows[0]?.firmId ?? null
}
