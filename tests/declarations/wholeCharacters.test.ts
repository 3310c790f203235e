import { execFile } from 'node:child_process'
import { writeFile } from 'node:fs/promises'
import { join, resolve } from 'node:path'

import { expect, test } from 'vitest'

import { createFolder } from '../support/folder.ts'

/** Cuts by UTF-16 units, which leave half of 𠮷. */
const cuts = [
  'person.name[0]',
  'name[0]',
  'person?.name!.charAt(0)',
  'title.slice(0, 20)',
  'title.substring(0, 20)',
  'surname.at(-1)',
  'it.slice(0, 3)',
  'label.slice(0, maxLabel)',
  'text.slice(0, limits.cell)',
  "words.join('').slice(0, 40)",
  "name.replaceAll(' ', '').slice(-2)",
]
const others = [
  'Array.from(name)[0]',
  'firstCharacters(name, 20)',
  'text.slice(0, text.indexOf(name))',
  'rows.slice(0, 20)',
  'it[0]',
]

test('the linter refuses cuts that may leave half a character, and nothing else', async () => {
  const { path, remove } = await createFolder('lint')
  const rules = resolve('tests/lint/wholeCharacters.ts')
  const config = { jsPlugins: [rules], categories: {}, rules: { 'texts/whole-characters': 'error' } }
  await writeFile(join(path, '.oxlintrc.json'), JSON.stringify(config))
  await writeFile(join(path, 'cuts.ts'), [...cuts, ...others].map(it => `use(${it})\n`).join(''))
  const output = await new Promise<string>(settle => {
    execFile(
      resolve('node_modules/.bin/oxlint'),
      ['-c', join(path, '.oxlintrc.json'), '--format', 'unix', path],
      (_, stdout) => settle(stdout),
    )
  })
  await remove()
  const lines = [...output.matchAll(/cuts\.ts:(\d+):\d+: .*half a character/g)].map(it => Number(it[1]))
  expect(lines).toEqual(cuts.map((_, at) => at + 1))
})
