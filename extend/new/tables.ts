import { getTableName } from 'drizzle-orm'
import { getTableConfig } from 'drizzle-orm/pg-core'

import { snakeCase, tableOfEntity } from '../../server/db/entityTables.ts'
import { databaseName } from './names.ts'
import { columnOf, type FieldWord, isDay, kindWord } from './words.ts'

// The table of an entity, as Drizzle declares it and as SQL.

const functionOf = (code: string) => /^\w+/.exec(code)![0]

/** The import statements of `tables.ts`: from Drizzle, and from `tenant-admin/extend/server`. */
const importsFor = (words: readonly FieldWord[], drizzle: readonly string[], product: readonly string[]) => {
  const columns = words.map(columnOf)
  const named = (from: string, more: readonly string[]) =>
    [
      ...new Set([...more, ...columns.filter(it => it.from === from).map(it => functionOf(it.code))]),
    ].toSorted()
  return [
    `import { ${named('drizzle-orm/pg-core', drizzle).join(', ')} } from 'drizzle-orm/pg-core'`,
    `import { ${named('tenant-admin/extend/server', product).join(', ')} } from 'tenant-admin/extend/server'`,
  ].join('\n')
}

const columnCode = (word: FieldWord) =>
  `${word.name}: ${columnOf(word).code}${word.isOptional ? '' : '.notNull()'},`

const columnSql = (word: FieldWord) =>
  `\t"${snakeCase(word.name)}" ${columnOf(word).sql}${word.isOptional ? '' : ' NOT NULL'},`

type Index = { name: string; columns: readonly string[]; isDescending: boolean }

/** An index for each day, by which lists are sorted, and for each reference, whose rows are found by it. */
const indexesOf = (table: string, words: readonly FieldWord[]): Index[] =>
  words
    .filter(it => isDay(it) || it.kind === kindWord('reference'))
    .map(it => ({ name: databaseName(table, it.name), columns: [it.name], isDescending: isDay(it) }))

const indexCode = ({ name, columns, isDescending }: Index) =>
  `index('${name}').on(table.firmId, ${columns.map(it => `table.${it}${isDescending ? '.desc()' : ''}`).join(', ')}),`

const indexSql =
  (table: string) =>
  ({ name, columns, isDescending }: Index) =>
    `CREATE INDEX "${name}" ON "${table}" ("firm_id", ${columns.map(it => `"${snakeCase(it)}"${isDescending ? ' DESC' : ''}`).join(', ')})`

/** The foreign key of a reference. Without a value for its column, a record can outlive the other one. */
const foreignKeySql = (table: string, { name, to, kind, isOptional }: FieldWord) => {
  const target = to !== undefined && kind === kindWord('reference') ? tableOfEntity(to) : undefined
  const key = target && getTableConfig(target).primaryKeys[0]?.columns.map(it => snakeCase(it.name))
  if (!target || key?.length !== 2 || key[0] !== 'firm_id') return []
  const column = snakeCase(name)
  const action = isOptional ? `SET NULL ("${column}")` : 'CASCADE'
  return [
    `\tCONSTRAINT "${databaseName(table, name, 'fk')}" FOREIGN KEY ("firm_id", "${column}")\n\t\tREFERENCES "${getTableName(target)}" ("firm_id", "${key[1]}") ON DELETE ${action}`,
  ]
}

const createTable = (table: string, lines: readonly string[], constraints: readonly string[]) =>
  `CREATE TABLE "${table}" (\n${[...lines, constraints.join(',\n')].join('\n')}\n)`

const audit = `\t"created_at" timestamp with time zone DEFAULT now() NOT NULL,
\t"created_by" text,
\t"created_by_name" text,
\t"updated_at" timestamp with time zone DEFAULT now() NOT NULL,
\t"updated_by_name" text,
\t"version" integer DEFAULT 1 NOT NULL,`

const primaryKeySql = (table: string, id = 'id') =>
  `\tCONSTRAINT "${databaseName(table, 'pk')}" PRIMARY KEY ("firm_id", "${id}")`

/** The table of an entity: its file, and the statements that create it. */
export const entityTable = (table: string, exported: string, words: readonly FieldWord[]) => {
  const indexes = indexesOf(table, words)
  const drizzle = ['pgTable', 'primaryKey', ...(indexes.length > 0 ? ['index'] : [])]
  return {
    code: `${importsFor(words, drizzle, ['auditColumns', 'firmIdColumn', 'idColumn'])}

export const ${exported} = pgTable(
  '${table}',
  {
    id: idColumn(),
    firmId: firmIdColumn(),
    ${words.map(columnCode).join('\n    ')}
    ...auditColumns(),
  },
  table => [
    primaryKey({ columns: [table.firmId, table.id] }),
    ${indexes.map(indexCode).join('\n    ')}
  ],
)
`,
    statements: [
      createTable(
        table,
        ['\t"id" bigserial NOT NULL,', '\t"firm_id" integer NOT NULL,', ...words.map(columnSql), audit],
        [primaryKeySql(table), ...words.flatMap(it => foreignKeySql(table, it))],
      ),
      ...indexes.map(indexSql(table)),
    ],
  }
}

/** The name of the id in the primary key of an entity's table, which begins with the firm. */
const idOf = (entity: string) => getTableConfig(tableOfEntity(entity)!).primaryKeys[0]!.columns[1]!.name

/** The table with the additional fields of an entity of the product, whose first field this is. */
export const fieldTable = (table: string, exported: string, entity: string, word: FieldWord) => {
  const id = idOf(entity)
  const idColumn = snakeCase(id)
  return {
    code: `${importsFor([word], ['pgTable', 'primaryKey'], ['firmIdColumn', 'idReference'])}

/** The additional fields of \`${entity}\`; \`${id}\` is that of the record. */
export const ${exported} = pgTable(
  '${table}',
  {
    ${id}: idReference().notNull(),
    firmId: firmIdColumn(),
    ${columnCode(word)}
  },
  table => [primaryKey({ columns: [table.firmId, table.${id}] })],
)
`,
    statements: [
      createTable(
        table,
        [`\t"${idColumn}" bigint NOT NULL,`, '\t"firm_id" integer NOT NULL,', columnSql(word)],
        [
          primaryKeySql(table, idColumn),
          ...foreignKeySql(table, word),
          `\tCONSTRAINT "${databaseName(table, 'fk')}" FOREIGN KEY ("firm_id", "${idColumn}")\n\t\tREFERENCES "${getTableName(tableOfEntity(entity)!)}" ("firm_id", "${idColumn}") ON DELETE CASCADE`,
        ],
      ),
    ],
  }
}

/** A further column of a table. */
export const addedColumn = (table: string, word: FieldWord) => ({
  code: `${word.name}: ${columnOf(word).code}`,
  statements: [
    `ALTER TABLE "${table}" ADD COLUMN "${snakeCase(word.name)}" ${columnOf(word).sql}`,
    ...foreignKeySql(table, word).map(it => `ALTER TABLE "${table}" ADD ${it.trim()}`),
  ],
  builder: functionOf(columnOf(word).code),
  from: columnOf(word).from,
})
