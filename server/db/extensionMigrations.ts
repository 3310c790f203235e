import type pg from 'pg'

import { entriesOf } from '../../resources/kit/objects.ts'
import { beginSchemaChange } from './distribution/schemaChange.ts'
import { tablePrefix } from './entityTables.ts'
import { type DeclaredReference, declaredReferences, referencesWithoutKey } from './extensionReferences.ts'
import { extensionTables } from './extensions.ts'
import { toMigration } from './migrations.ts'
import { firmTables } from './rules/firmTables.ts'

// The tables of extensions are made by SQL files of their own, after the product's. Which files were applied is recorded for
// each extension; an extension that is no longer used keeps its tables and rows.

type Extension = (typeof extensionTables)[number]
type Applied = { name: string; hash: string }

const RECORD = `create table if not exists drizzle.extension_migrations (
  extension text not null, name text not null, hash text not null, applied_at timestamptz not null default now(),
  primary key (extension, name))`

const appliedTo = async (client: pg.ClientBase, extension: string): Promise<Applied[]> => {
  const { rows } = await client.query<Applied>(
    'select name, hash from drizzle.extension_migrations where extension = $1 order by name',
    [extension],
  )
  return rows
}

/** The migrations to come. Refuses tables of a later version of the extension, and a file that was changed afterwards. */
const missingMigrations = ({ name, folder, migrations }: Extension, applied: readonly Applied[]) => {
  const known = migrations.map(it => toMigration(it.name, 0, it.text))
  for (const { name: file, hash } of applied) {
    const migration = known.find(it => it.name === file)
    if (!migration)
      throw new Error(
        `扩展 ${name} 的数据由更新的版本写成：${folder}/migrations 里没有 ${file}.sql；the tables of this extension were written by a newer version of it`,
      )
    if (migration.hash !== hash)
      throw new Error(
        `${folder}/migrations/${file}.sql 已经执行过，不能再修改，请另加一个文件；this file was applied and has changed since: add another file instead`,
      )
  }
  return known.filter(it => !applied.some(({ name: file }) => file === it.name))
}

/** The tables that a transaction made, and what is wrong with those of one extension. */
const FAULTS = `
  select c.relname as table,
    not starts_with(c.relname, $2) as "isMisnamed",
    not exists (select from pg_attribute a where a.attrelid = c.oid and a.attname = 'firm_id' and a.attnotnull)
      as "hasNoFirm",
    not exists (select from pg_index i join pg_attribute a on a.attrelid = c.oid and a.attnum = i.indkey[0]
      where i.indrelid = c.oid and i.indisprimary and a.attname = 'firm_id') as "hasOtherKey",
    exists (select from pg_index i where i.indrelid = c.oid and i.indisunique and not exists (
      select from pg_attribute a where a.attrelid = c.oid and a.attnum = any(i.indkey) and a.attname = 'firm_id'))
      as "isUniqueAcrossFirms",
    exists (select from pg_constraint k join pg_class target on target.oid = k.confrelid
      where k.conrelid = c.oid and k.contype = 'f' and not starts_with(target.relname, $2)
        and k.confdeltype not in ('c', 'n')) as "isObstacle"
  from pg_class c
  where c.relkind in ('r', 'p') and c.relnamespace = 'public'::regnamespace
    and (starts_with(c.relname, $2) or c.oid <> all($1::oid[]))
  order by 1`

const sentences = (prefix: string) => ({
  isMisnamed: `表名应以 ${prefix} 开头 (its name must begin with ${prefix})`,
  hasNoFirm: '缺少 firm_id integer not null (it needs a firm_id that is not null)',
  hasOtherKey: '主键的第一列应为 firm_id (its primary key must begin with firm_id)',
  isUniqueAcrossFirms: '唯一索引应包含 firm_id (a unique index must contain firm_id)',
  isObstacle:
    '引用产品表的外键应为 on delete cascade 或 set null (a foreign key to a table of the product must be on delete cascade or set null, or people could no longer be removed)',
})
type Fault = keyof ReturnType<typeof sentences>

const tablesBefore = async (client: pg.ClientBase): Promise<number[]> => {
  const { rows } = await client.query<{ oid: number }>(
    `select oid from pg_class where relkind in ('r', 'p') and relnamespace = 'public'::regnamespace`,
  )
  return rows.map(({ oid }) => oid)
}

const lacksKey = ({ table, column, to, key }: DeclaredReference) =>
  `${table}: ${column} 缺少外键 (this reference needs a foreign key): foreign key (firm_id, ${column}) references ${to} (firm_id, ${key}) on delete cascade`

type Checked = { extension: Extension; references: readonly DeclaredReference[] }

const checkTables = async (client: pg.ClientBase, checked: Checked, before: readonly number[]) => {
  const { name, folder } = checked.extension
  const prefix = tablePrefix(name)
  const { rows } = await client.query<{ table: string } & Record<Fault, boolean>>(FAULTS, [before, prefix])
  const faults = entriesOf(sentences(prefix)).flatMap(([fault, sentence]) =>
    rows.filter(row => row[fault]).map(row => `${folder}/migrations: ${row.table}: ${sentence}`),
  )
  for (const missing of await referencesWithoutKey(client, checked.references))
    faults.push(`${folder}/migrations: ${lacksKey(missing)}`)
  if (faults.length > 0) throw new Error(faults.join('\n'))
  // Refuses tables that refer to each other in a circle, whose rows nobody could delete one after another.
  await firmTables(client)
}

const applyTo = async (client: pg.ClientBase, checked: Checked): Promise<void> => {
  const { extension } = checked
  const missing = missingMigrations(extension, await appliedTo(client, extension.name))
  if (missing.length === 0) return
  const change = await beginSchemaChange(client)
  const before = await tablesBefore(client)
  for (const { name, hash, statements } of missing) {
    for (const statement of statements) await change(statement)
    await client.query(
      'insert into drizzle.extension_migrations (extension, name, hash) values ($1, $2, $3)',
      [extension.name, name, hash],
    )
  }
  await checkTables(client, checked, before)
  await client.query('commit')
}

/**
 * Applies the missing migrations of each extension in a transaction of its own. After an error, which names the file or the
 * table, the caller rolls back.
 */
export const applyExtensionMigrations = async (
  client: pg.ClientBase,
  extensions: readonly Extension[] = extensionTables,
  referencesOf: (extension: string) => readonly DeclaredReference[] = declaredReferences,
): Promise<void> => {
  if (extensions.length === 0) return
  await client.query(RECORD)
  for (const extension of extensions)
    await applyTo(client, { extension, references: referencesOf(extension.name) })
}
