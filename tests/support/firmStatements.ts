import { getTableColumns, getTableName, is } from 'drizzle-orm'
import { PgTable } from 'drizzle-orm/pg-core'

import * as tables from '../../server/db/tables.ts'

/** The tables whose rows belong to a firm. */
export const tablesWithFirm: string[] = Object.values(tables)
  .filter(value => is(value, PgTable))
  .filter(table => 'firmId' in getTableColumns(table))
  .map(table => getTableName(table))

const touched = new RegExp(`\\b(?:from|join|update|into)\\s+"?(?:${tablesWithFirm.join('|')})"?\\b`, 'i')
/** Compared with a value, with that of another table, or given with the other columns of a new row. */
const saysFirm =
  /firm_id"?\s*=\s*(?:\$\d|\d|\(|excluded|"?[a-z_]+"?\."?firm_id)|insert into [^(]*\([^)]*firm_id/i

/** Whether a statement reads or writes rows of firms and does not say of which firm. */
export const isAcrossFirms = (text: string) => touched.test(text) && !saysFirm.test(text)
