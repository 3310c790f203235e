import { globSync, readFileSync } from 'node:fs'

import { parseAst } from 'vite'
import { expect, test } from 'vitest'

type Attribute = { name?: { name?: unknown } }

/** Positions of buttons without a class, which would get the browser's default look. */
const barePlaces = (file: string): string[] => {
  const source = readFileSync(file, 'utf8')
  const places: string[] = []
  const visit = (value: unknown): void => {
    if (typeof value !== 'object' || value === null) return
    if ('type' in value && value.type === 'JSXOpeningElement') {
      const { name, attributes, start } = value as unknown as {
        name: { name?: string }
        attributes: Attribute[]
        start: number
      }
      const names = attributes.map(it => it.name?.name)
      if (name.name === 'button' && !names.includes('className') && !names.includes('hidden'))
        places.push(`${file}:${source.slice(0, start).split('\n').length}`)
    }
    for (const part of Object.values(value)) visit(part)
  }
  visit(parseAst(source, { lang: 'tsx' }))
  return places
}

test('every button has a class, which gives it the look of the product', () => {
  const files = globSync('src/**/*.tsx')
  expect(files.length).toBeGreaterThan(100)
  expect(files.flatMap(barePlaces)).toEqual([])
})
