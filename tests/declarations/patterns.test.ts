import { globSync, readFileSync } from 'node:fs'

import { parseAst } from 'vite'
import { expect, test } from 'vitest'

import { parsePattern } from '../support/patterns/parse.ts'
import { countSteps, worstText } from '../support/patterns/steps.ts'

type Found = { file: string; source: string; flags: string }

/** All regular expression literals of a file, from its syntax tree. */
const patternsIn = (file: string): Found[] => {
  const found: Found[] = []
  const visit = (value: unknown): void => {
    if (typeof value !== 'object' || value === null) return
    if ('regex' in value && value.regex) {
      const { pattern, flags } = value.regex as { pattern: string; flags: string }
      found.push({ file, source: pattern, flags })
    } else for (const part of Object.values(value)) visit(part)
  }
  visit(parseAst(readFileSync(file, 'utf8'), { lang: 'ts' }))
  return found
}

const files = globSync('{resources,server,providers}/**/*.ts')
const patterns = files.flatMap(patternsIn)

test('the patterns of the project are found', () => {
  expect(patterns.length).toBeGreaterThan(90)
})

test.each([
  ['<[^>]*>', 'g'],
  ['(a+)+$', ''],
  ['\\s+$', ''],
  ['^(a|aa)*$', ''],
  ['^https:\\/\\/[^\\s]+\\.[^\\s]+$', ''],
  ['<(img|video)\\b[^>]*?>', 'gi'],
  ['^[^\\p{L}]+|[^\\p{L}]+$', 'gu'],
])('/%s/%s is recognised as slower than linear', (source, flags) => {
  expect(worstText(source, flags)).not.toBeNull()
})

test('each pattern is a literal, so that this test finds it', () => {
  expect(files.filter(it => /\bRegExp\(/.test(readFileSync(it, 'utf8')))).toEqual([])
})

test('texts are parsed as the engine parses them', () => {
  for (const { source, flags } of patterns) {
    const node = parsePattern(source, flags)
    const everywhere = new RegExp(source, flags.includes('g') ? flags : `${flags}g`)
    for (const text of [
      'a<b>c</p><br/> &lt; 0.5',
      'https://a.cn/b?c',
      '/api/files/1/a.png',
      '2026-03',
      'wx0',
      '#a',
    ])
      expect(
        countSteps(node, flags, text)
          .matches.map(it => text.slice(...it))
          .filter(Boolean),
        source,
      ).toEqual([...text.matchAll(everywhere)].map(it => it[0]).filter(Boolean))
  }
})

test.each(patterns.map(it => [`/${it.source}/${it.flags}`, it] as const))(
  '%s runs in linear time',
  (_, { source, flags, file }) => expect(worstText(source, flags), file).toBeNull(),
)
