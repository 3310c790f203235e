import { getTableColumns, getTableName, is } from 'drizzle-orm'
import { PgTable } from 'drizzle-orm/pg-core'
import { loadModule, parseSync } from 'libpg-query'

import * as tables from '../../server/db/tables.ts'

// Reads statements with PostgreSQL's own parser (a WASM build of it), and names what keeps Citus from sending a statement to
// the one worker that holds the firm: a table whose firm is no constant or parameter, and constructs that Citus refuses.

await loadModule()

/** The tables whose rows belong to a firm. */
export const tablesWithFirm: string[] = Object.values(tables)
  .filter(value => is(value, PgTable))
  .filter(table => 'firmId' in getTableColumns(table))
  .map(table => getTableName(table))
const withFirm = new Set(tablesWithFirm)

/** Copied to each database, since it says to which firm a host name leads. */
const copied = new Set(['hosts'])

/** Tables that stay on the coordinator; a statement may not combine them with a firm's tables. */
const localTables = new Set(['counters', 'install_secrets'])

type Node = { readonly [key: string]: unknown }
const isNode = (value: unknown): value is Node =>
  typeof value === 'object' && value !== null && !Array.isArray(value)
const child = (node: unknown, key: string): Node => {
  const value = isNode(node) ? node[key] : undefined
  return isNode(value) ? value : {}
}
const children = (node: unknown, key: string): readonly unknown[] => {
  const value = isNode(node) ? node[key] : undefined
  return Array.isArray(value) ? value : []
}
const textOf = (node: Node, key: string): string => {
  const value = node[key]
  return typeof value === 'string' ? value : ''
}

const statementKinds = ['SelectStmt', 'InsertStmt', 'UpdateStmt', 'DeleteStmt'] as const

/** The parts of a column's name: `["cards", "firm_id"]`. */
const columnParts = (node: unknown): string[] =>
  children(child(node, 'ColumnRef'), 'fields').map(field => textOf(child(field, 'String'), 'sval'))

const withoutCasts = (node: unknown): unknown => {
  const cast = child(node, 'TypeCast')
  return 'arg' in cast ? withoutCasts(cast['arg']) : node
}

/** A table of one query, by the name that the query gives it. */
type Used = { table: string; name: string; range: Node }

/** Conditions that all rows of the query fulfil: those combined by AND, with comparisons of rows taken apart. */
const conjuncts = (condition: unknown): unknown[] => {
  const { boolop, args } = child(condition, 'BoolExpr') as { boolop?: string; args?: unknown[] }
  if (boolop === 'AND_EXPR') return (args ?? []).flatMap(conjuncts)
  const { kind, lexpr, rexpr } = child(condition, 'A_Expr')
  const left = children(child(lexpr, 'RowExpr'), 'args')
  const right = children(child(rexpr, 'RowExpr'), 'args')
  if (kind !== 'AEXPR_OP' || left.length === 0 || left.length !== right.length) return [condition]
  return left.map((part, at) => ({
    A_Expr: { ...child(condition, 'A_Expr'), lexpr: part, rexpr: right[at] },
  }))
}

/** The two sides of a comparison by `=`. */
const sides = (condition: unknown): [unknown, unknown] | undefined => {
  const comparison = child(condition, 'A_Expr')
  const [operator] = children(comparison, 'name')
  if (comparison['kind'] !== 'AEXPR_OP' || textOf(child(operator, 'String'), 'sval') !== '=') return undefined
  return [withoutCasts(comparison['lexpr']), withoutCasts(comparison['rexpr'])]
}

const isConstant = (node: unknown): boolean => isNode(node) && ('ParamRef' in node || 'A_Const' in node)

/** The rows before and after a change, which a trigger's function knows. */
const isRowOfTrigger = (node: unknown): boolean => /^(new|old)$/i.test(columnParts(node)[0] ?? '')

/** Whether an expression needs no table: a constant, a parameter, or in a trigger's function a value of its row. */
type IsGiven = (node: unknown) => boolean

/** The names in FROM, with the conditions of joins; subqueries in FROM are queries of their own. */
const fromItems = (item: unknown): { used: Used[]; conditions: unknown[] } => {
  const range = child(item, 'RangeVar')
  if ('relname' in range) {
    const table = textOf(range, 'relname')
    return {
      used: [{ table, name: textOf(child(range, 'alias'), 'aliasname') || table, range }],
      conditions: [],
    }
  }
  const join = child(item, 'JoinExpr')
  if (!('larg' in join)) return { used: [], conditions: [] }
  const [left, right] = [fromItems(join['larg']), fromItems(join['rarg'])]
  return {
    used: [...left.used, ...right.used],
    conditions: [...left.conditions, ...right.conditions, ...conjuncts(join['quals'])],
  }
}

const isFalse = (node: unknown): boolean => {
  const value = child(node, 'A_Const')['boolval']
  return isNode(value) && !('boolval' in value)
}

/** The names whose firm each arm of an OR knows. */
const namesInEachArm = (used: readonly Used[], condition: unknown, isGiven: IsGiven): Set<string> => {
  const { boolop, args = [] } = child(condition, 'BoolExpr') as { boolop?: string; args?: unknown[] }
  if (boolop !== 'OR_EXPR') return new Set()
  const arms = args.filter(arm => !isFalse(arm)).map(arm => knownNames(used, conjuncts(arm), isGiven))
  return new Set(used.map(({ name }) => name).filter(name => arms.every(arm => arm.has(name))))
}

/**
 * The names of a query whose firm is known: compared with a constant or a parameter, or with the firm of another name that
 * is. From such a chain PostgreSQL's planner derives the constant for each table (its equivalence classes), but only within
 * one query and not for its subqueries.
 */
const knownNames = (used: readonly Used[], conditions: readonly unknown[], isGiven: IsGiven): Set<string> => {
  const known = new Set(conditions.flatMap(condition => [...namesInEachArm(used, condition, isGiven)]))
  const nameOf = (node: unknown): string | undefined => {
    const parts = columnParts(node)
    if (parts.at(-1) !== 'firm_id') return undefined
    return parts.length > 1 ? parts.at(-2) : used.length === 1 ? used[0]!.name : undefined
  }
  const pairs = conditions.flatMap(condition => {
    const pair = sides(condition)
    return pair ? [pair] : []
  })
  const names = new Set(used.map(({ name }) => name))
  for (let size = -1; size !== known.size;) {
    size = known.size
    for (const [left, right] of pairs)
      for (const [one, other] of [
        [left, right],
        [right, left],
      ]) {
        const name = nameOf(one)
        if (name === undefined || !names.has(name)) continue
        const otherName = nameOf(other)
        const isKnown = isGiven(other) || (otherName !== undefined && known.has(otherName))
        if (isKnown) known.add(name)
      }
  }
  return known
}

/** The value that an INSERT gives to the column, in each of its rows. */
const insertedFirms = (insert: Node): unknown[] | undefined => {
  const at = children(insert, 'cols').findIndex(
    column => textOf(child(column, 'ResTarget'), 'name') === 'firm_id',
  )
  if (at < 0) return undefined
  const valuesOf = (source: Node): unknown[] => {
    if ('larg' in source) return [...valuesOf(child(source, 'larg')), ...valuesOf(child(source, 'rarg'))]
    const rows = children(source, 'valuesLists').map(row => children(child(row, 'List'), 'items')[at])
    return rows.length > 0 ? rows : [child(children(source, 'targetList')[at], 'ResTarget')['val']]
  }
  return valuesOf(child(child(insert, 'selectStmt'), 'SelectStmt')).map(withoutCasts)
}

export type Finding = {
  /** Words with the place in the statement. */
  problem: string
  statement: string
  /** Whether Citus refuses the statement or answers it wrongly, instead of asking each database. */
  isRefused: boolean
}

const locationOf = (node: Node): number => (typeof node['location'] === 'number' ? node['location'] : 0)

/** Walks everything below a node; `visit` answers false where it walked further itself. */
const walk = (value: unknown, visit: (kind: string, node: Node) => boolean): void => {
  if (Array.isArray(value)) return value.forEach(item => walk(item, visit))
  if (!isNode(value)) return
  for (const [key, inner] of Object.entries(value)) {
    if (isNode(inner) && /^[A-Z]/.test(key) && !visit(key, inner)) continue
    walk(inner, visit)
  }
}

const containsQuery = (value: unknown): boolean => {
  let found = false
  walk(value, kind => {
    if (kind === 'SubLink') found = true
    return !found
  })
  return found
}

/** Whether a subquery reads a table of a firm, to whose rows row-level security adds its conditions. */
const readsFirm = (value: unknown): boolean => {
  let found = false
  walk(value, (kind, node) => {
    if (kind === 'RangeVar' && withFirm.has(textOf(node, 'relname'))) found = true
    return !found
  })
  return found
}

const callsFunction = (value: unknown): boolean => {
  let found = false
  walk(value, (kind, node) => {
    const name = children(node, 'funcname')
      .map(part => textOf(child(part, 'String'), 'sval'))
      .at(-1)
    if (
      kind === 'SQLValueFunction' ||
      (kind === 'FuncCall' &&
        /^(now|clock_timestamp|random|nextval|current_setting|gen_random_uuid|date_trunc|to_char|make_interval)$/.test(
          name ?? '',
        ))
    )
      found = true
    return true
  })
  return found
}

type Found = Omit<Finding, 'statement'> & { location: number }

const findingsIn = (statement: unknown, isGiven: IsGiven): Found[] => {
  const findings: Found[] = []
  const report = (node: Node, problem: string, isRefused = true) =>
    void findings.push({ location: locationOf(node), problem, isRefused })

  const checkLevel = (
    used: readonly Used[],
    conditions: readonly unknown[],
    ctes: ReadonlySet<string>,
    locks: boolean,
  ) => {
    const known = knownNames(used, conditions, isGiven)
    const own = used.filter(({ table }) => !ctes.has(table))
    const firms = own.filter(({ table }) => withFirm.has(table) && !copied.has(table))
    for (const { table, name, range } of firms)
      if (!known.has(name))
        report(
          range,
          `${table}${name === table ? '' : ` ${name}`} without its firm${locks ? ', locked' : ''}`,
          locks,
        )
    const locals = own.filter(({ table }) => localTables.has(table))
    if (locals.length > 0 && firms.length > 0)
      report(locals[0]!.range, `${locals[0]!.table} beside ${firms[0]!.table}`)
  }

  const visitStatement = (kind: string, node: Node, outer: ReadonlySet<string>): void => {
    const ctes = new Set([
      ...outer,
      ...children(child(node, 'withClause'), 'ctes').map(it =>
        textOf(child(it, 'CommonTableExpr'), 'ctename'),
      ),
    ])
    const from = [...children(node, 'fromClause'), ...children(node, 'usingClause')].map(fromItems)
    const target = child(node, 'relation')
    const table = textOf(target, 'relname')
    const targetUse = { table, name: textOf(child(target, 'alias'), 'aliasname') || table, range: target }
    const used = [
      ...from.flatMap(it => it.used),
      ...(kind === 'UpdateStmt' || kind === 'DeleteStmt' ? [targetUse] : []),
    ]
    const conditions = [...from.flatMap(it => it.conditions), ...conjuncts(node['whereClause'])]
    checkLevel(used, conditions, ctes, children(node, 'lockingClause').length > 0)
    if (kind === 'InsertStmt' && withFirm.has(table)) {
      const inserted = insertedFirms(node)
      const isKnown = inserted?.every(it => isGiven(it) || columnParts(it).at(-1) === 'firm_id')
      if (!isKnown) report(target, `rows of ${table} without their firm`)
      const rows = children(child(child(node, 'selectStmt'), 'SelectStmt'), 'valuesLists')
      // Citus would copy the rows to a worker, and row-level security refuses COPY.
      const isCopied = rows.length === 0 && !('onConflictClause' in node) && !('returningList' in node)
      if (isCopied) report(target, 'INSERT … SELECT without RETURNING')
      if (containsQuery(rows)) report(target, 'a subquery within the rows of an INSERT')
      if (containsQuery(node['onConflictClause'])) report(target, 'a subquery within ON CONFLICT')
      if (containsQuery(node['returningList'])) report(target, 'a subquery within RETURNING of an INSERT')
      if (callsFunction(node['onConflictClause']))
        report(target, 'a function that is not immutable within ON CONFLICT')
    }
    const isChange = kind === 'UpdateStmt' || kind === 'DeleteStmt'
    walk(node, (innerKind, inner) => {
      // Row-level security adds a function that is not immutable to the subquery.
      if (isChange && /^C(ase|oalesce)Expr$/.test(innerKind) && readsFirm(inner))
        report(inner, 'a subquery within CASE or COALESCE of an UPDATE or DELETE')
      if ((statementKinds as readonly string[]).includes(innerKind)) {
        visitStatement(innerKind, inner, ctes)
        return false
      }
      if (innerKind === 'CaseExpr' && 'arg' in inner && withFirm.size > 0)
        report(inner, 'CASE with an operand')
      return true
    })
    // The two sides of UNION are statements without a name of their kind.
    for (const side of ['larg', 'rarg'])
      if (side in node && kind === 'SelectStmt') visitStatement('SelectStmt', child(node, side), ctes)
  }

  walk(statement, (kind, node) => {
    if (!(statementKinds as readonly string[]).includes(kind)) return true
    visitStatement(kind, node, new Set())
    return false
  })
  return findings
}

const cache = new Map<string, Finding[]>()

/** Characters of the statement before and after the place of a finding. */
const contextBefore = 20
const contextAfter = 120

const read = (text: string, isGiven: IsGiven): Finding[] => {
  const described = findingsIn(parseSync(text), isGiven).map(({ location, problem, isRefused }) => {
    const place = text.slice(Math.max(0, location - contextBefore), location + contextAfter)
    return {
      problem: `${problem}: ${place.replaceAll(/\s+/g, ' ')}`,
      isRefused,
      statement: text.replaceAll(/\s+/g, ' ').trim(),
    }
  })
  return [...new Map(described.map(it => [it.problem, it])).values()]
}

/** What keeps a statement from being sent to one worker. Throws where PostgreSQL can't parse the text. */
export const findingsOf = (text: string): Finding[] => {
  const found = cache.get(text) ?? read(text, isConstant)
  cache.set(text, found)
  return found
}
export const queriesAcrossFirms = (text: string): string[] => findingsOf(text).map(({ problem }) => problem)

/** The statements and conditions of a PL/pgSQL function's body, as SQL. */
const statementsOfFunction = (body: string): string[] =>
  body.split(';').flatMap(part => {
    const condition = /\bif\b([\s\S]*?)\bthen\b/i.exec(part)?.[1]
    const conditions = condition === undefined ? [] : [`select ${condition}`]
    const last = part.split(/\b(?:begin|then|else|loop)\s/i).at(-1)!
    const assigned = /:=([\s\S]*)$/.exec(last)?.[1]
    if (assigned !== undefined) return [...conditions, `select ${assigned}`]
    const found = /^\s*(?:select|update|insert|delete|perform|with)\b[\s\S]*/i.exec(last)?.[0].trim()
    if (found === undefined) return conditions
    const statement = found
      .replace(/^perform\b/i, 'select')
      .replace(/^(select\b[\s\S]*?)\binto\b[\s\S]*?(?=\bfrom\b)/i, '$1 ')
    return [...conditions, statement]
  })

/** The same for a PL/pgSQL function. */
export const queriesInFunction = (body: string): string[] =>
  statementsOfFunction(body).flatMap(text =>
    read(text, node => isConstant(node) || isRowOfTrigger(node)).map(({ problem }) => problem),
  )
