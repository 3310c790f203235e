import { globSync, readFileSync } from 'node:fs'

import { describe, expect, test } from 'vitest'

import {
  capabilities,
  demandsOf,
  isCapability,
  type Level,
  rights,
  type RightsWithoutCall,
} from '../../resources/domain/rights.ts'
import { entities } from '../../resources/entities.ts'
import { everyRightHasACall, registry } from '../../resources/index.ts'

// Compares the matrix of the code with the table of docs/domain.md, so that a right is not widened by mistake.

const columns = ['L1', 'L2', 'L3', 'L4', 'lawyer', 'system'] as const satisfies readonly Level[]
const scopes: Readonly<Record<string, string>> = { A: 'all', O: 'office', o: 'own', S: 'self' }

/** Table cells with conditions, as the code expresses them. */
const particular: Readonly<Record<string, string | null>> = {
  // Offices as choices, and contacts, have calls of their own.
  'office.view lawyer': null,
  'admin.view lawyer': null,
  'article.view L3': 'all',
  'article.view L4': 'all',
  'lawyer.purge lawyer': null,
  'lawyer.export lawyer': 'self',
  'log.export lawyer': 'self',
  'log.view system': 'all',
  'session.kick lawyer': 'self',
  // Rights that no call checks yet.
  'session.kick system': null,
}

const isReading = (capability: string) => capability.endsWith('.view')

/** `O (c on)` is a right that a switch of the firm withdraws, `– (c O)` one that it grants. */
const scopeIn = (capability: string, level: Level, cell: string) => {
  const key = `${capability} ${level}`
  if (key in particular) return particular[key]
  const [, switched] = /\(c:? (O)/.exec(cell) ?? []
  if (switched) return scopes[switched]
  const [first = ''] = cell.split(/[\s(]/)
  const isOnlyRead = /(^|\s)R(\s|$)/.test(cell) && !isReading(capability)
  return isOnlyRead ? null : (scopes[first] ?? null)
}

const section = readFileSync('docs/domain.md', 'utf8').split('\n## ')[2]!
const table = section
  .split('\n')
  .filter(line => /^\| [a-z]+\.[a-zA-Z.,\s]+ \|/.test(line))
  .flatMap(line => {
    const [, names = '', , ...cells] = line.split('|').map(it => it.trim())
    return names.split(', ').map(name => ({ name, cells: cells.slice(0, columns.length) }))
  })

test('the table lists every right, except rights that only read', () => {
  const named = new Set(table.map(it => it.name))
  expect(capabilities.filter(it => !named.has(it))).toEqual(['conf.view', 'profession.view'])
})

const knownRights = table.filter((it): it is typeof it & { name: keyof typeof rights } => it.name in rights)

test.each(knownRights.map(it => [it.name, it.cells] as const))(
  '%s has the scopes of the table',
  (name, cells) => {
    const grants: Partial<Record<Level, unknown>> = rights[name].grants
    const granted = columns.map(level => [grants[level] ?? null].flat()[0])
    expect(granted).toEqual(columns.map((level, at) => scopeIn(name, level, cells[at]!)))
  },
)

test.each(knownRights.map(it => [it.name, it.cells] as const))(
  '%s demands reason and password as in the table',
  (name, cells) => {
    const text = cells.join(' ')
    expect(demandsOf(name)).toEqual({ needsReason: text.includes('†'), needsPassword: text.includes('‡') })
  },
)

describe('a right that no call checks', () => {
  test('does not compile', () => {
    type Calls = { 'things.edit': { who: 'thing.edit' } }
    type Idle = RightsWithoutCall<
      { 'thing.edit': object; 'thing.hide': { within: 'things.edit' }; 'thing.see': object },
      Calls
    >
    const idle: Idle = 'thing.see'
    // @ts-expect-error asked for by a call
    const byCall: Idle = 'thing.edit'
    // @ts-expect-error asked for within a call
    const within: Idle = 'thing.hide'
    expect([idle, byCall, within, everyRightHasACall]).toHaveLength(4)
  })

  const within = Object.entries(rights).flatMap(([name, right]) =>
    'within' in right ? [[name, right.within] as const] : [],
  )
  const server = globSync('server/**/*.ts').map(file => readFileSync(file, 'utf8'))
  test.each(within)('%s is checked by the server within %s', (name, call) => {
    expect(Object.keys(registry)).toContain(call)
    expect(server.some(text => text.includes(`'${name}'`))).toBe(true)
  })
})

test('an export whose file shows more than the list does demands a reason', () => {
  const revealing = entities.filter(({ exports }) =>
    Object.values(exports?.extraColumns ?? {}).some(
      ({ readableBy }) => readableBy !== undefined && readableBy in rights,
    ),
  )
  expect(revealing.map(it => it.name)).toContain('lawyers')
  const exportsWithoutReason = revealing.filter(
    ({ exports }) => !isCapability(exports!.call.who) || !demandsOf(exports!.call.who).needsReason,
  )
  expect(exportsWithoutReason.map(it => it.name)).toEqual([])
})
