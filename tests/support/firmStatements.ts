import { getTableColumns, getTableName, is } from 'drizzle-orm'
import { PgTable } from 'drizzle-orm/pg-core'

import * as tables from '../../server/db/tables.ts'

/** The tables whose rows belong to a firm. */
export const tablesWithFirm: string[] = Object.values(tables)
  .filter(value => is(value, PgTable))
  .filter(table => 'firmId' in getTableColumns(table))
  .map(table => getTableName(table))

const keywords =
  'as|cross|default|for|full|group|inner|join|lateral|left|limit|natural|on|order|returning|right|select|set|union|using|values|where'
/** A table that is read or written, with the alias that the statement gives it. */
const usedTable = new RegExp(
  `\\b(from|join|update|into)\\s+(?:only\\s+)?"?(${tablesWithFirm.join('|')})\\b(?!"?\\.)"?(?:\\s+(?:as\\s+)?"?(?!(?:${keywords})\\b)([a-z]\\w*))?`,
  'gi',
)
const boundary = /(\(\s*(?:select|with|insert|update|delete)\b|[()]|\bunion\b)/i

/** Without comments, and without the content of strings and of functions that the statement defines. */
const withoutTexts = (text: string) =>
  text
    .replaceAll(/--.*$/gm, '')
    .replaceAll(/(\$(?:[a-z_]\w*)?\$)[\s\S]*?\1/g, "''")
    .replaceAll(/'[^']*'/g, "''")

/** The queries of a statement: itself and each subquery, each without the text of its own subqueries. */
const queriesIn = (text: string): string[] => {
  const finished: string[] = []
  const open = [{ text: '', isQuery: true }]
  for (const piece of withoutTexts(text).split(boundary)) {
    const inner = open.at(-1)!
    if (/^\(\s*\w/.test(piece)) open.push({ text: piece.slice(1), isQuery: true })
    else if (piece === '(') open.push({ text: '', isQuery: false })
    else if (piece === ')') {
      open.pop()
      if (inner.isQuery) finished.push(inner.text)
      open.at(-1)!.text += inner.isQuery ? '()' : `(${inner.text})`
    } else if (/^union$/i.test(piece)) {
      finished.push(inner.text)
      inner.text = ''
    } else inner.text += piece
  }
  return [...finished, ...open.map(query => query.text)].map(query => query.replaceAll(/\s+/g, ' ').trim())
}

/** Whether a query compares a column with something other than itself, alone or in a row of columns. */
const compares = (query: string, column: string) =>
  new RegExp(`${column} ?(?:=|in\\b)|= ?${column}|\\([^()]*${column}[^()]*\\) ?(?:=|in\\b)`, 'i').test(
    query.replaceAll(new RegExp(`${column} = ${column}`, 'gi'), ''),
  )

const columnOf = (table: string) => `(?<![."\\w])"?${table}"?\\."?firm_id"?(?!\\w)`
const bareColumn = '(?<![."\\w])"?firm_id"?(?!\\w)'

/** Looks up the firm that a host name belongs to. */
const isHostLookUp = (query: string) =>
  /^select (?:\w\.)?firm_id\b.* from hosts\b.* where (?:\w\.)?name (?:=|in)/.test(query)

const isAcrossFirms = (query: string) => {
  const used = [...query.matchAll(usedTable)].map(([, word, table, alias]) => ({
    isTarget: /into/i.test(word!),
    name: alias ?? table!,
  }))
  const isOnly = used.filter(({ isTarget }) => !isTarget).length === 1
  return used.some(({ isTarget, name }) =>
    isTarget
      ? !/into [^(]*\([^)]*firm_id/i.test(query)
      : !compares(query, columnOf(name)) && !(isOnly && compares(query, bareColumn)),
  )
}

/**
 * The queries of a statement (itself and subqueries) with a table whose firm they do not name. The look-up of a
 * host name is none, because it finds the firm.
 */
export const queriesAcrossFirms = (text: string): string[] =>
  queriesIn(text).filter(query => isAcrossFirms(query) && !isHostLookUp(query))
