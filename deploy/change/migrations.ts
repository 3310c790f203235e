import { loadModule, parseSync } from 'libpg-query'

import type { Effect } from './differences.ts'

// Says which statements of migrations keep others waiting or rewrite a table. They are read by PostgreSQL's own parser.

type Node = Readonly<Record<string, unknown>>
const isNode = (value: unknown): value is Node =>
  typeof value === 'object' && value !== null && !Array.isArray(value)
const child = (node: Node, key: string): Node => (isNode(node[key]) ? node[key] : {})
const children = (node: Node, key: string): readonly Node[] => {
  const value = node[key]
  return Array.isArray(value) ? value.filter(isNode) : []
}
const nameIn = (node: Node, key = 'relation') => String(child(node, key)['relname'] ?? '')

type Lock = { table: string; says: string }

const constraintsOf = (column: Node) =>
  children(column, 'constraints').map(it => String(child(it, 'Constraint')['contype']))

/** Kinds of columns whose values PostgreSQL computes for each row that is there. */
const isComputed = (column: Node) =>
  constraintsOf(column).some(it => it === 'CONSTR_GENERATED' || it === 'CONSTR_IDENTITY') ||
  children(column, 'constraints').some(it =>
    JSON.stringify(child(child(it, 'Constraint'), 'raw_expr')).includes('FuncCall'),
  ) ||
  /serial/.test(JSON.stringify(child(column, 'typeName')))

const addedConstraint = (
  table: string,
  { contype, skip_validation: isLater, indexname, pktable }: Node,
): Lock[] => {
  const isKey = contype === 'CONSTR_PRIMARY' || contype === 'CONSTR_UNIQUE'
  if (isKey && !indexname)
    return [
      { table, says: 'builds an index while nobody can read or write it; make the index CONCURRENTLY first' },
    ]
  if (isKey || isLater) return [{ table, says: 'is locked for a moment' }]
  const other = isNode(pktable) ? String(pktable['relname']) : undefined
  return [
    {
      table,
      says: 'is read whole while nobody can write it; add the constraint NOT VALID and validate it later',
    },
    ...(other ? [{ table: other, says: 'cannot be written while the constraint is checked' }] : []),
  ]
}

const alterations: Readonly<Record<string, (table: string, command: Node) => Lock[]>> = {
  AT_AddColumn: (table, { def }) => {
    const column = isNode(def) ? child(def, 'ColumnDef') : {}
    if (isComputed(column)) return [{ table, says: 'is rewritten while nobody can read or write it' }]
    return [{ table, says: 'is locked for a moment' }]
  },
  AT_AlterColumnType: table => [{ table, says: 'is rewritten while nobody can read or write it' }],
  AT_SetNotNull: table => [{ table, says: 'is read whole while nobody can read or write it' }],
  AT_AddConstraint: (table, { def }) => addedConstraint(table, isNode(def) ? child(def, 'Constraint') : {}),
  AT_DropColumn: (table, { name }) => [
    {
      table,
      says: `loses the column ${String(name)}, which processes of the release before may still write`,
    },
  ],
  AT_SetTableSpace: table => [{ table, says: 'is rewritten while nobody can read or write it' }],
  AT_SetLogged: table => [{ table, says: 'is rewritten while nobody can read or write it' }],
  AT_SetUnLogged: table => [{ table, says: 'is rewritten while nobody can read or write it' }],
}

const alterTable = (node: Node): Lock[] => {
  const table = nameIn(node)
  return children(node, 'cmds')
    .map(it => child(it, 'AlterTableCmd'))
    .flatMap(
      command =>
        alterations[String(command['subtype'])]?.(table, command) ?? [
          { table, says: 'is locked for a moment' },
        ],
    )
}

const droppedNames = (node: Node) =>
  children(node, 'objects').map(it => {
    const { items = [] } = child(it, 'List') as { items?: readonly Node[] }
    return String(child(items.at(-1) ?? {}, 'String')['sval'] ?? '')
  })

const statementLocks: Readonly<Record<string, (node: Node) => Lock[]>> = {
  AlterTableStmt: alterTable,
  IndexStmt: node =>
    node['concurrent'] ? [] : [{ table: nameIn(node), says: 'cannot be written while its index is built' }],
  RenameStmt: node => [
    {
      table: nameIn(node),
      says: `is renamed, or its column is, to ${String(node['newname'])}, which processes of the release before do not know`,
    },
  ],
  DropStmt: node =>
    node['removeType'] === 'OBJECT_TABLE'
      ? droppedNames(node).map(table => ({ table, says: 'is removed with its rows' }))
      : [],
  TruncateStmt: node =>
    children(node, 'relations').map(it => ({
      table: String(child(it, 'RangeVar')['relname']),
      says: 'is emptied',
    })),
  UpdateStmt: node => [{ table: nameIn(node), says: 'has rows changed in the transaction of the migration' }],
  DeleteStmt: node => [{ table: nameIn(node), says: 'has rows removed in the transaction of the migration' }],
  ClusterStmt: node => [{ table: nameIn(node), says: 'is rewritten while nobody can read or write it' }],
}

/** The other tables that a new table refers to. */
const referredTables = (node: Node) => {
  const own = children(node, 'tableElts')
  const constraints = [
    ...own.map(it => child(it, 'Constraint')),
    ...own.flatMap(it =>
      children(child(it, 'ColumnDef'), 'constraints').map(part => child(part, 'Constraint')),
    ),
  ]
  return constraints.flatMap(({ pktable }) => (isNode(pktable) ? [String(pktable['relname'])] : []))
}

await loadModule()

const locksOf = (sql: string, created: Set<string>): Lock[] => {
  const { stmts = [] } = parseSync(sql) as { stmts?: readonly { stmt?: Node }[] }
  return stmts.flatMap(({ stmt = {} }) => {
    const [entry] = Object.entries(stmt)
    if (!entry || !isNode(entry[1])) return []
    const [kind, node] = [entry[0], entry[1]]
    if (kind === 'CreateStmt') {
      created.add(nameIn(node))
      return referredTables(node).map(table => ({ table, says: 'is locked against writing for a moment' }))
    }
    return statementLocks[kind]?.(node) ?? []
  })
}

const textOf = (statements: readonly string[]) => statements.join('\n')

/** Migrations that were added or changed, and what of them locks or rewrites a table. */
export const migrationEffects = (
  before: Readonly<Record<string, readonly string[]>>,
  after: Readonly<Record<string, readonly string[]>>,
): Effect[] => {
  const area = 'migrations'
  // A table that these migrations create has no rows and no users.
  const created = new Set<string>()
  return [...new Set([...Object.keys(before), ...Object.keys(after)])]
    .toSorted()
    .flatMap((subject): Effect[] => {
      const [old, next] = [before[subject], after[subject]]
      if (!next)
        return [
          { area, change: 'removed', subject, sentence: 'databases that applied it are of another line' },
        ]
      if (old && textOf(old) === textOf(next)) return []
      if (old)
        return [
          {
            area,
            change: 'changed',
            subject,
            sentence: 'databases that applied the former file are refused',
          },
        ]
      const locks = next.flatMap(it => locksOf(it, created)).filter(({ table }) => !created.has(table))
      const says = [...new Set(locks.map(it => `\`${it.table}\` ${it.says}`))]
      return [
        { area, change: 'added', subject, sentence: `${next.length} statements` },
        ...says.map((sentence): Effect => ({ area, change: 'changed', subject, sentence })),
      ]
    })
}
