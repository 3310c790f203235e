import { globSync, readFileSync } from 'node:fs'

import fc from 'fast-check'
import { expect, test } from 'vitest'

import { JsonTooLarge, parseJson } from '../../resources/domain/json.ts'

const nested = (depth: number) => `${'['.repeat(depth)}${']'.repeat(depth)}`

test('a JSON text is accepted up to 32 levels', () => {
  expect(() => parseJson(nested(32))).not.toThrow()
  expect(() => parseJson(nested(33))).toThrow(JsonTooLarge)
  expect(() => parseJson(`{"a":${nested(1_000_000)}`)).toThrow(JsonTooLarge)
  // Brackets within a string do not count.
  expect(parseJson(JSON.stringify({ a: '["\\'.repeat(100) }))).toEqual({ a: '["\\'.repeat(100) })
})

const entriesIn = (value: unknown): number =>
  typeof value === 'object' && value !== null
    ? Object.values(value).reduce<number>((sum, inner) => sum + 1 + entriesIn(inner), 0)
    : 0

test('a JSON text is accepted up to the limit of entries', () => {
  fc.assert(
    fc.property(fc.json({ depthSize: 'small' }), text => {
      const count = entriesIn(JSON.parse(text))
      expect(parseJson(text, { entries: count })).toEqual(JSON.parse(text))
      if (count > 0) expect(() => parseJson(text, { entries: count - 1 })).toThrow(JsonTooLarge)
    }),
  )
})

/** JSON that the product itself has written without outside content, or files shipped with it. */
const own = [
  'resources/domain/json.ts',
  // The browser parses answers of a firm's own back-end.
  'resources/kit/reading.ts',
  // Signed by the server.
  'server/services/files/uploadPolicy.ts',
  'server/services/settings/languages.ts',
  // Lines that the program itself has written.
  'server/process/anchors.ts',
]

test('every JSON text from outside is checked for size before it is parsed', () => {
  const files = globSync('{resources,server/{context,engine,process,records,routes,services}}/**/*.ts')
  const parsing = files.filter(file => readFileSync(file, 'utf8').includes('JSON.parse('))
  expect(parsing.toSorted()).toEqual(own.toSorted())
})
