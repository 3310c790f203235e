import pg from 'pg'

import { firmTables } from '../rules/firmTables.ts'
import { bindToFirm, hideOtherFirms, readEveryFirm } from '../rules/rules.ts'

// What hides rows of a table from a backup raises no error, such as a policy that is missing, or a setting that does
// not reach another server. So the rows are counted in another way than they are copied: those of each firm as that firm.

const quoteName = pg.escapeIdentifier

/** The number of the installation's own log, which belongs to no firm. */
const noFirm = 0
/** Counted even if no firm is visible. */
const knownFirms = [noFirm, 1]

const firmNumbers = async (client: pg.ClientBase): Promise<number[]> => {
  const { rows } = await client.query<{ id: number }>('select firm_id as id from firms')
  const { rows: hosts } = await client.query<{ id: number }>('select distinct firm_id as id from hosts')
  return [...new Set([...knownFirms, ...rows.map(({ id }) => id), ...hosts.map(({ id }) => id)])]
}

/** The number of rows of each of these tables that meet a condition, by one statement. */
const countIn = async (
  client: pg.ClientBase,
  names: readonly string[],
  condition: string,
): Promise<Record<string, string>> => {
  if (names.length === 0) return {}
  const counts = names.map(
    name => `(select count(*) from ${quoteName(name)} where ${condition}) as ${quoteName(name)}`,
  )
  const { rows } = await client.query<Record<string, string>>(`select ${counts.join(', ')}`)
  return rows[0]!
}

/** The number of rows of each table, in a transaction that may read every firm, which it cannot afterwards. */
const expectedRows = async (
  client: pg.ClientBase,
  names: readonly string[],
): Promise<Map<string, number>> => {
  const counts = new Map(names.map(name => [name, 0]))
  const add = (found: Record<string, string>) => {
    for (const [name, count] of Object.entries(found)) counts.set(name, counts.get(name)! + Number(count))
  }
  // Host names are read before the firm is known, as are the tables without a firm.
  const ofFirms = new Set((await firmTables(client)).filter(name => name !== 'hosts'))
  for (const name of names.filter(it => !ofFirms.has(it))) add(await countIn(client, [name], 'true'))
  const firms = await firmNumbers(client)
  await hideOtherFirms(client)
  const bound = names.filter(name => ofFirms.has(name))
  for (const firmId of firms) {
    await bindToFirm(client, firmId)
    add(await countIn(client, bound, `firm_id = ${firmId}`))
  }
  return counts
}

const RESTRICTIONS = `
  select tablename || '.' || policyname as name from pg_policies
  where schemaname = 'public' and permissive = 'RESTRICTIVE' and tablename = any($1)`

type Copied = { name: string; rows: number }

const refuseRestrictions = async (client: pg.ClientBase, copied: readonly Copied[]): Promise<void> => {
  const { rows } = await client.query<{ name: string }>(RESTRICTIONS, [copied.map(({ name }) => name)])
  if (rows.length > 0)
    throw new Error(
      `这些行级安全策略会隐藏数据行，请先删除：${rows.map(({ name }) => name).join('、')} (these policies hide rows: remove them first)`,
    )
}

const compare = (copied: readonly Copied[], expected: ReadonlyMap<string, number>): void => {
  const wrong = copied.filter(({ name, rows }) => expected.get(name) !== rows)
  if (wrong.length > 0)
    throw new Error(
      `读到的行数不对，没有写出文件：${wrong.map(({ name, rows }) => `${name} ${rows} / ${expected.get(name)}`).join('、')}；请检查这些数据表的行级安全策略 (not all rows could be read, and nothing was written: check the policies of these tables)`,
    )
}

/** Fails where tables have other numbers of rows than were copied in the same transaction, which may read every firm. */
export const refuseMissingRows = async (client: pg.ClientBase, copied: readonly Copied[]): Promise<void> => {
  await refuseRestrictions(client, copied)
  compare(
    copied,
    await expectedRows(
      client,
      copied.map(({ name }) => name),
    ),
  )
}

/** The same for the rows of one firm, which were copied as that firm. */
export const refuseMissingRowsOfFirm = async (
  client: pg.ClientBase,
  firmId: number,
  copied: readonly Copied[],
): Promise<void> => {
  await refuseRestrictions(client, copied)
  await bindToFirm(client, noFirm)
  await readEveryFirm(client)
  const names = copied.map(({ name }) => name)
  const counts = Object.entries(await countIn(client, names, `firm_id = ${firmId}`))
  compare(copied, new Map(counts.map(([name, count]) => [name, Number(count)])))
}
