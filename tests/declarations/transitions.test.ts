import { readFileSync } from 'node:fs'

import { describe, expect, test } from 'vitest'

import { articleTransitions, removedArticleTransitions } from '../../resources/articles/transitions.ts'
import { cardTransitions, removedCardTransitions } from '../../resources/cards/transitions.ts'
import { personTransitions, transferTransitions } from '../../resources/lawyers/transitions.ts'
import { publicationTransitions } from '../../resources/settings/publication.ts'

// Compares the transition tables of the code with those of docs/domain.md, so that a transition is not allowed by mistake.

type Table = Readonly<Record<string, Readonly<Record<string, Readonly<Record<string, string>>>>>>

const tables: Readonly<Record<string, Table>> = {
  articleTransitions,
  removedArticleTransitions,
  cardTransitions,
  removedCardTransitions,
  personTransitions,
  transferTransitions,
  publicationTransitions,
}

const cellsOf = (line: string) =>
  line
    .split('|')
    .slice(1, -1)
    .map(it => it.trim())

/** The rows of the table after the paragraph that names it. */
const documentedRows = (name: string) => {
  const document = readFileSync('docs/domain.md', 'utf8')
  const [, after = ''] = document.split(`(\`${name}\`)`)
  const lines = after.slice(after.indexOf('\n|') + 1).split('\n')
  const [head = '', , ...rows] = lines.slice(
    0,
    lines.findIndex(it => !it.startsWith('|')),
  )
  const [, , ...callers] = cellsOf(head)
  return rows.flatMap(row => {
    const [action = '', from = '', ...cells] = cellsOf(row)
    return from.split(', ').flatMap(state =>
      callers.flatMap((caller, at) => {
        const next = cells[at] === 'same' ? state : cells[at]
        return next === '–' ? [] : [`${action} ${state} ${caller}: ${next}`]
      }),
    )
  })
}

const declared = (table: Table) =>
  Object.entries(table).flatMap(([action, from]) =>
    Object.entries(from).flatMap(([state, by]) =>
      Object.entries(by).map(([caller, next]) => `${action} ${state} ${caller}: ${next}`),
    ),
  )

describe.each(Object.entries(tables))('%s', (name, table) => {
  test('equals the table of docs/domain.md', () => {
    expect(declared(table).toSorted()).toEqual(documentedRows(name).toSorted())
  })
})
