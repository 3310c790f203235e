import { existsSync, readdirSync, readFileSync } from 'node:fs'

import { expect, test } from 'vitest'

const page = readFileSync('docs/inputs.md', 'utf8')
const cells = page
  .split('\n')
  .filter(line => line.startsWith('|'))
  .map(line => line.split('|').slice(1, -1))
const marked = (text: string) => [...text.matchAll(/`([^`]+)`/g)].map(([, inner]) => inner!)

test('each kind of input names a test that exists', () => {
  const known = readFileSync('tests/providers/sheetInputs.test.ts', 'utf8')
  for (const row of cells) {
    expect(row).toHaveLength(4)
    const [input = '', , , proof = ''] = row
    if (input.trim() === 'input' || /^\s*-+\s*$/.test(input)) continue
    expect(marked(proof).length, input).toBeGreaterThan(0)
    for (const name of marked(proof))
      expect(name.startsWith('tests/') ? existsSync(name) : known.includes(`'${name}'`), name).toBe(true)
  }
})

test('each file of a program is named with what wrote it', () => {
  const files = readdirSync('tests/fixtures/sheets')
  expect(files.filter(name => !page.includes(`\`${name}\``))).toEqual([])
})
