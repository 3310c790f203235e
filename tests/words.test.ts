import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'

import { expect, test } from 'vitest'

const root = join(import.meta.dirname, '..')

/** Code that developers use without reading its implementation; every export needs a docstring. */
const published = '{resources/kit,providers,server/engine,server/records}/**/*.{ts,tsx}'
const declaration =
  /^export (?:declare )?(?:async )?(?:abstract )?(?:const|let|function\*?|class|type|interface) (\w+)/gm

test('each export of the vocabulary, the providers, the engine and the records has a docstring', () => {
  const bare = globSync(published, { cwd: root }).flatMap(file => {
    const text = readFileSync(join(root, file), 'utf8')
    return [...text.matchAll(declaration)]
      .filter(({ index }) => !/\*\/\n(?:\/\/ eslint-disable.*\n)?$/.test(text.slice(0, index)))
      .map(([, name]) => `${file}: ${name}`)
  })
  expect(bare).toEqual([])
})
