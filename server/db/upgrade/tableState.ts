import type pg from 'pg'

import { readEveryFirm } from '../rules/rules.ts'

type Column = { type: string; isRequired: boolean }
/** The tables of a restored backup at one moment: their columns, rows and files on the disk. */
type TableState = ReadonlyMap<string, { columns: ReadonlyMap<string, Column>; rows: number; files: string }>

const COLUMNS = `
  select c.relname as name, a.attname as column, format_type(a.atttypid, a.atttypmod) as type, a.attnotnull as "isRequired"
  from pg_class c join pg_attribute a on a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped
  where c.relkind in ('r', 'p') and not c.relispartition and c.relnamespace = 'public'::regnamespace
  order by 1, a.attnum`

/** The numbers of the files of a table and of its partitions, which a rewrite replaces. */
const FILES = `
  select coalesce(p.relname, c.relname) as name, string_agg(c.relfilenode::text, ' ' order by c.oid) as files
  from pg_class c left join pg_inherits i on i.inhrelid = c.oid left join pg_class p on p.oid = i.inhparent
  where c.relkind = 'r' and c.relnamespace = 'public'::regnamespace group by 1`

type ColumnRow = Column & { name: string; column: string }

/** Reads the state of all tables; not within a transaction. */
export const readTableState = async (client: pg.ClientBase): Promise<TableState> => {
  const { rows: columns } = await client.query<ColumnRow>(COLUMNS)
  const { rows: files } = await client.query<{ name: string; files: string }>(FILES)
  const state = new Map<string, { columns: Map<string, Column>; rows: number; files: string }>()
  for (const { name, column, type, isRequired } of columns) {
    const table = state.get(name) ?? { columns: new Map<string, Column>(), rows: 0, files: '' }
    state.set(name, table)
    table.columns.set(column, { type, isRequired })
  }
  for (const { name, files: numbers } of files) {
    const table = state.get(name)
    if (table) table.files = numbers
  }
  await client.query('begin read only')
  await readEveryFirm(client)
  for (const [name, table] of state) {
    const { rows } = await client.query<{ count: number }>(`select count(*)::int from "${name}"`)
    table.rows = rows[0]!.count
  }
  await client.query('commit')
  return state
}

/** Types that hold every value of the other one. */
const widening = new Set([
  'smallint→integer',
  'smallint→bigint',
  'integer→bigint',
  'date→timestamp with time zone',
])
const isWidening = (before: string, after: string) =>
  widening.has(`${before}→${after}`) ||
  (after === 'text' && before.startsWith('character varying')) ||
  (before.startsWith('character varying(') &&
    after.startsWith('character varying(') &&
    Number(/\d+/.exec(after)?.[0]) >= Number(/\d+/.exec(before)?.[0]))

/** What is lost between two states: tables, columns, rows, and values that a column no longer takes. */
export const lossesBetween = (before: TableState, after: TableState): string[] => {
  const losses: string[] = []
  for (const [name, { columns, rows }] of before) {
    const now = after.get(name)
    if (!now) {
      losses.push(`删除数据表 ${name}，${rows} 行 (drops a table)`)
      continue
    }
    for (const [column, { type, isRequired }] of columns) {
      const kept = now.columns.get(column)
      if (!kept) losses.push(`删除列 ${name}.${column}，表有 ${rows} 行 (drops a column)`)
      else if (kept.type !== type && !isWidening(type, kept.type))
        losses.push(`列 ${name}.${column} 由 ${type} 改为 ${kept.type} (narrows a column)`)
      else if (kept.isRequired && !isRequired)
        losses.push(`列 ${name}.${column} 不再接受空值 (a column becomes required)`)
    }
    if (now.rows < rows) losses.push(`${name} 由 ${rows} 行减为 ${now.rows} 行 (removes rows)`)
  }
  return losses
}

/** The tables that were written anew as a whole. */
export const rewrittenTables = (before: TableState, after: TableState): string[] =>
  [...before].flatMap(([name, { files }]) => {
    const now = after.get(name)
    const kept = new Set(now?.files.split(' '))
    return now && files.split(' ').some(file => !kept.has(file)) ? [name] : []
  })
