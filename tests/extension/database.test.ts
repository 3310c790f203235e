import pg from 'pg'
import { afterAll, beforeAll, expect, test } from 'vitest'

import { applyExtensionMigrations } from '../../server/db/extensionMigrations.ts'
import { extensionTables } from '../../server/db/extensions.ts'
import { withClient } from '../../server/db/migrate.ts'
import { keptTables } from '../../server/db/rules/ownTables.ts'
import { type FreshDatabase, freshDatabase } from '../support/database.ts'

let database: FreshDatabase
beforeAll(async () => void (database = await freshDatabase()))
afterAll(() => database.close())

const things = (columns: string, name = 'x_firm_things') => ({
  name: '0000_things',
  text: `create table ${name} (${columns})`,
})
const unbound = 'id bigserial, firm_id integer not null, lawyer_id bigint, primary key (firm_id, id)'
const whole = `${unbound}, foreign key (firm_id, lawyer_id) references lawyers (firm_id, id) on delete cascade`

const apply = (...migrations: { name: string; text: string }[]) =>
  withClient(database.connection, client =>
    applyExtensionMigrations(client, [{ name: 'firm', folder: '/our-firm', tables: [], migrations }], () => [
      { table: 'x_firm_things', column: 'lawyer_id', to: 'lawyers', key: 'id' },
    ]),
  )

test('the tables of an extension separate the firms as the product’s do', async () => {
  const bound = await withClient(database.connection, async client => {
    const { rows } = await client.query(
      `select relrowsecurity and relforcerowsecurity as "isBound" from pg_class where relname = 'x_training_records'`,
    )
    return rows
  })
  expect(bound).toEqual([{ isBound: true }])
})

test.each([
  ['another name', things(whole, 'things'), 'things: 表名应以 x_firm_ 开头'],
  ['no firm', things('id bigserial primary key'), 'x_firm_things: 缺少 firm_id'],
  [
    'a key without the firm',
    things('id bigserial primary key, firm_id integer not null'),
    '主键的第一列应为 firm_id',
  ],
  ['values unique across firms', things(`${whole}, name text unique`), '唯一索引应包含 firm_id'],
  [
    'a key that keeps people from being removed',
    things(`${unbound}, foreign key (firm_id, lawyer_id) references lawyers (firm_id, id)`),
    '应为 on delete cascade',
  ],
  [
    'a reference that no key binds to the firm',
    things(unbound),
    'x_firm_things: lawyer_id 缺少外键 (this reference needs a foreign key): foreign key (firm_id, lawyer_id) references lawyers (firm_id, id)',
  ],
  [
    'another one that refers back to it',
    {
      name: '0000_things',
      text: `create table x_firm_marks (id bigserial, firm_id integer not null, thing_id bigint, primary key (firm_id, id));
        create table x_firm_things (${whole}, mark_id bigint,
          foreign key (firm_id, mark_id) references x_firm_marks (firm_id, id) on delete cascade);
        alter table x_firm_marks add foreign key (firm_id, thing_id) references x_firm_things (firm_id, id) on delete cascade`,
    },
    'refer to each other in a circle',
  ],
])('a table with %s is refused, and leaves nothing behind', async (_, migration, sentence) => {
  await expect(apply(migration)).rejects.toThrow(sentence)
  const { rowCount } = await withClient(database.connection, client =>
    client.query(`select from pg_class where relname in ('things', 'x_firm_things')`),
  )
  expect(rowCount).toBe(0)
})

test('each file is applied once; a changed one and tables of a later version are refused', async () => {
  const first = things(whole)
  const second = { name: '0001_name', text: 'alter table x_firm_things add column name text' }
  await apply(first)
  await apply(first, second)
  await apply(first, second)
  await expect(apply({ ...first, text: `${first.text} ` }, second)).rejects.toThrow('不能再修改')
  await expect(apply(first)).rejects.toThrow('0001_name.sql')
})

test('an extension that is no longer used keeps its tables, which backups and the removal of a firm still know', async () => {
  expect(extensionTables.map(it => it.name)).toEqual(['training'])
  const names = await withClient<string[]>(database.connection, (client: pg.Client) => keptTables(client))
  expect(names).toEqual(expect.arrayContaining(['lawyers', 'x_training_records', 'x_firm_things']))
})
