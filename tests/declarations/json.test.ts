import { globSync, readFileSync } from 'node:fs'

import fc from 'fast-check'
import { expect, test } from 'vitest'

import { JsonTooLarge, parseJson } from '../../resources/domain/json.ts'

const nested = (depth: number) => `${'['.repeat(depth)}${']'.repeat(depth)}`

test('a JSON text is as deep as any form, and no deeper', () => {
  expect(() => parseJson(nested(32))).not.toThrow()
  expect(() => parseJson(nested(33))).toThrow(JsonTooLarge)
  expect(() => parseJson(`{"a":${nested(1_000_000)}`)).toThrow(JsonTooLarge)
  // What stands in a text is no bracket.
  expect(parseJson(JSON.stringify({ a: '["\\'.repeat(100) }))).toEqual({ a: '["\\'.repeat(100) })
})

const entriesIn = (value: unknown): number =>
  typeof value === 'object' && value !== null
    ? Object.values(value).reduce<number>((sum, inner) => sum + 1 + entriesIn(inner), 0)
    : 0

test('it has at most so many entries, counted as an object has them', () => {
  fc.assert(
    fc.property(fc.json({ depthSize: 'small' }), text => {
      const count = entriesIn(JSON.parse(text))
      expect(parseJson(text, { entries: count })).toEqual(JSON.parse(text))
      if (count > 0) expect(() => parseJson(text, { entries: count - 1 })).toThrow(JsonTooLarge)
    }),
  )
})

/** What the product itself has written, with nothing from outside in it, or files beside the program. */
const own = [
  'resources/domain/json.ts',
  // The browser's reading of what a firm's own back-end answers.
  'resources/kit/reading.ts',
  // Signed by the server.
  'server/services/files/uploadPolicy.ts',
  'server/services/settings/languages.ts',
  // Its own lines.
  'server/process/auditSeal.ts',
]

test('every JSON text from outside is measured before it is parsed', () => {
  const files = globSync('{resources,server/{context,engine,process,records,routes,services}}/**/*.ts')
  const parsing = files.filter(file => readFileSync(file, 'utf8').includes('JSON.parse('))
  expect(parsing.toSorted()).toEqual(own.toSorted())
})
