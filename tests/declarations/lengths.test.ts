import { expect, test } from 'vitest'
import type { z } from 'zod'

import { registry, resources } from '../../resources/index.ts'
import type { Call } from '../../resources/kit/index.ts'
import { defOf, schemasWithin } from './shapes.ts'

const lengths = new Set(['max_length', 'length_equals'])
const reading = new Set(['custom', 'overwrite', 'string_format'])
/** Cleaning takes linear time, so it may run before the length is checked. */
const judging = new Set(['custom', 'string_format'])

const faultsIn = (schema: z.ZodType, path: string, seen = new Set<z.ZodType>()): string[] => {
  if (seen.has(schema)) return []
  seen.add(schema)
  const def = defOf(schema)
  const checks = (def.checks ?? []).map(it => it._zod.def)
  const limit = checks.findIndex(it => lengths.has(it.check))
  const last = checks.findLastIndex(it => reading.has(it.check))
  const first = checks.findIndex(it => judging.has(it.check))
  const own =
    def.type === 'string'
      ? [
          ...(first >= 0 && limit > first ? [`${path}: read before it is measured`] : []),
          ...(limit >= 0 && limit < last && !checks[limit]!.abort
            ? [`${path}: read though it is too long`]
            : []),
          ...(limit < 0 && checks.some(it => it.check === 'custom') ? [`${path}: read at any length`] : []),
        ]
      : []
  return [
    ...own,
    ...schemasWithin(schema).flatMap(([name, part]) => faultsIn(part, name ? `${path}.${name}` : path, seen)),
  ]
}

const inputs = Object.entries(registry as Record<string, Call>).map(
  ([name, { input }]) => [name, input] as const,
)
const fields = resources.flatMap(({ name, fields: all }) =>
  Object.entries(all).map(([field, { schema }]) => [`${name} ${field}`, schema] as const),
)

test('a text that is too long is not checked any further', () => {
  expect([...inputs, ...fields].flatMap(([name, schema]) => faultsIn(schema, name))).toEqual([])
})
