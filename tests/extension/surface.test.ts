import { execFile } from 'node:child_process'
import { existsSync, readdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { promisify } from 'node:util'

import { expect, test } from 'vitest'

import training from '../../examples/training/index.ts'
import { isSupported, surfaceVersion } from '../../extend/version.ts'
import { folderOfTest } from '../support/folder.ts'
import { surfaceOf } from '../support/surface.ts'
import { isRaised, surfaceChange } from '../support/surfaceChanges.ts'

const root = join(import.meta.dirname, '../..')

const released = join(root, 'extend/surface')
const fileOf = (version: string) => join(released, `${version}.d.ts`)
const read = (version: string) => (existsSync(fileOf(version)) ? readFileSync(fileOf(version), 'utf8') : '')

const byNumber = (a: string, b: string) => {
  const [first, second] = [a, b].map(it => it.split('.').map(Number))
  return first!.map((it, at) => it - second![at]!).find(it => it !== 0) ?? 0
}
const versions = readdirSync(released)
  .map(it => it.replace('.d.ts', ''))
  .toSorted(byNumber)

/** With `--mode surface`, vitest writes the file of the present version anew. */
const isWriting = process.env['MODE'] === 'surface'

test('what an extension may import is as the file of its version says', async () => {
  const text = `// The types of tenant-admin/extend ${surfaceVersion}.\n\n${surfaceOf(await folderOfTest('surface'))}\n`
  if (isWriting) writeFileSync(fileOf(surfaceVersion), text)
  const { changed, added } = surfaceChange(read(surfaceVersion), text)
  expect(
    { changed, added },
    'If this version was released, raise surfaceVersion in extend/version.ts: the first number for what is changed or removed, the second for what is added. Then run: npx vitest run --project "server with an extension" tests/extension/surface.test.ts --mode surface',
  ).toEqual({ changed: [], added: [] })
  expect(text).toBe(read(surfaceVersion))
})

test('each version is raised by what changed since the one before', () => {
  expect(versions.at(-1)).toBe(surfaceVersion)
  const wrong = versions.slice(1).flatMap((version, at) => {
    const before = versions[at]!
    const change = surfaceChange(read(before), read(version))
    return isRaised(before, version, change) ? [] : [{ before, version, ...change }]
  })
  expect(wrong).toEqual([])
})

const surface = (...declarations: string[]) => `declare module 'a' {\n${declarations.join('\n\n')}\n}`
const place = 'export type Place = {\n  name: string\n}'
test.each([
  ['nothing', surface(place), surface(place), null],
  ['another declaration', surface(place), surface(place, 'export declare const b: 1'), 'minor'],
  ['an optional member', surface(place), surface(place.replace('}', '  floor?: number\n}')), 'minor'],
  ['a required member', surface(place), surface(place.replace('}', '  floor: number\n}')), 'major'],
  ['a member less', surface(place), surface('export type Place = {\n}'), 'major'],
  ['another type of a member', surface(place), surface(place.replace('string', 'number')), 'major'],
  ['a declaration less', surface(place, 'export const b: 1'), surface(place), 'major'],
  [
    'an export less',
    surface("export { a } from 'b'\n\nexport { c } from 'b'"),
    surface("export { c } from 'b'"),
    'major',
  ],
])('%s asks for its number of the version', (_, before, after, bump) => {
  const change = surfaceChange(before, after)
  expect(change.bump).toBe(bump)
  expect(isRaised('1.2.0', '1.2.1', change)).toBe(bump === null)
  expect(isRaised('1.2.0', '1.3.0', change)).toBe(bump !== 'major')
  expect(isRaised('1.2.0', '2.0.0', change)).toBe(true)
})

test('an extension runs with later versions of the same first number', () => {
  expect([['1.0'], ['1.2'], ['1.3'], ['0.9'], ['2.0']].map(([it]) => isSupported(it!, '1.2.5'))).toEqual([
    true,
    true,
    false,
    false,
    false,
  ])
})

/** Compiles the example with a file of types in place of the product's sources, and returns the errors. */
const compileExample = async (types: string) => {
  const folder = await folderOfTest('surfaceExample')
  const compilerOptions = {
    incremental: false,
    tsBuildInfoFile: null,
    typeRoots: [join(root, 'node_modules/@types')],
    types: ['node'],
  }
  // Packages are found from the file that imports them.
  symlinkSync(join(root, 'node_modules'), join(folder, 'node_modules'), 'dir')
  writeFileSync(join(folder, 'types.d.ts'), types)
  const files = [join(folder, 'types.d.ts'), join(root, 'resources/domain/register.ts')]
  const include = [join(root, 'examples/training/**/*')]
  // Its test runs with the product that is there, whatever the version.
  const exclude = [join(root, 'examples/training/*.test.ts')]
  const project = { extends: join(root, 'tsconfig.json'), compilerOptions, files, include, exclude }
  writeFileSync(join(folder, 'tsconfig.json'), JSON.stringify(project))
  const args = [join(root, 'node_modules/typescript/lib/tsc.js'), '-p', folder, '--pretty', 'false']
  return promisify(execFile)(process.execPath, args).then(
    () => '',
    (error: { stdout: string }) => error.stdout,
  )
}

const { surface: exampleVersion } = training
/** The released versions with which an extension runs that was written as the example is. */
const supporting = versions.filter(it => isSupported(exampleVersion, it))

test('the example names a version that was released', () => {
  expect(supporting.length).toBeGreaterThan(0)
})

test.each(supporting)(
  'the example compiles with version %s, and so is taken over from one to the next',
  async version => {
    expect(await compileExample(read(version))).toBe('')
  },
)

test('an extension that needs what a version lacks does not compile with it', async () => {
  const without = read(surfaceVersion).replace(/^export \{ enqueueJob \}.*$/m, '')
  expect(await compileExample(without)).toMatch(/jobs\.ts.*'enqueueJob'/)
})
