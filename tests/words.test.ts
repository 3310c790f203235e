import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'

import { expect, test } from 'vitest'

const root = join(import.meta.dirname, '..')

/** What developers use without reading how it works: each export says what it is. */
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

const productFiles = globSync('{resources,providers,src,server}/**/*.{ts,tsx}', { cwd: root }).filter(
  file => !file.endsWith('.d.ts'),
)
const texts = new Map(productFiles.map(file => [file, readFileSync(join(root, file), 'utf8')]))
const exported = [...texts].flatMap(([file, text]) =>
  [...text.matchAll(declaration)].map(([, name]) => ({ file, name: name! })),
)

/** A table has the name of the entity that it stores: `lawyers` in `resources` and in `server/db/tables`. */
const isTableOfEntity = (files: readonly string[]) =>
  files.length === 2 &&
  files.some(file => file.startsWith('server/db/tables/')) &&
  files.some(file => file.startsWith('resources/'))

test('no two exports have the same name', () => {
  const shared = [...Map.groupBy(exported, ({ name }) => name)]
    .map(([name, places]) => ({ name, files: places.map(({ file }) => file) }))
    .filter(({ files }) => files.length > 1 && !isTableOfEntity(files))
  expect(shared).toEqual([])
})

test('no exported name is a bare participle', () => {
  const participle =
    /^(?:[a-z]+ed|chosen|done|drawn|found|given|gone|held|kept|known|left|lost|made|met|put|said|seen|sent|set|shown|spent|taken|told|written)$/
  expect(exported.filter(({ name }) => participle.test(name))).toEqual([])
})

test('the parameter of a function of several lines has a name of its own, not `it`', () => {
  const places = [...texts].flatMap(([file, text]) =>
    [...text.matchAll(/\bit => (?:\{$|\($|$)/gm)].map(
      ({ index }) => `${file}:${text.slice(0, index).split('\n').length}`,
    ),
  )
  expect(places).toEqual([])
})
