import { globSync, readFileSync } from 'node:fs'
import { dirname, join, normalize } from 'node:path'

import { expect, test } from 'vitest'

// knip could do this, but `npm ci` fails if a registry lacks one of the optional packages of its parser.

const product = globSync('{resources,providers,src,server}/**/*.{ts,tsx}')
const others = globSync(['{tests,extend,examples}/**/*.{ts,tsx}', '*.{ts,mjs}'])
const text = new Map([...product, ...others].map(file => [file, readFileSync(file, 'utf8')]))

const specifiers = /(?:from\s|import\s|import\(|resolve\(|import\.meta\.dirname,)\s*['"]([^'"]+)['"]/g
const importsOf = (file: string) =>
  [...text.get(file)!.matchAll(specifiers)].map(([, path]) =>
    /^\.|\.tsx?$/.test(path!) ? normalize(join(dirname(file), path!)) : path!,
  )
const imports = new Map([...text.keys()].map(file => [file, importsOf(file)]))

const barrels = new Map(
  product.map(file => [
    file,
    [...text.get(file)!.matchAll(/export \* from '([^']+)'/g)].map(([, path]) =>
      normalize(join(dirname(file), path!)),
    ),
  ]),
)
const importersOf = (file: string): string[] =>
  [...imports]
    .filter(([, paths]) => paths.includes(file))
    .flatMap(([importer]) =>
      barrels.get(importer)?.includes(file) ? [importer, ...importersOf(importer)] : [importer],
    )

const declared = /^export (?:declare )?(?:async )?(?:const|let|function|class|type|interface) (\w+)/gm
const mentions = (file: string, name: string) => new RegExp(`\\b${name}\\b`).test(text.get(file)!)

/** The table of a plain entity is found by the name that both share. */
const isTableOfEntity = (file: string, name: string) =>
  file.startsWith('server/db/tables/') && mentions('resources/entities.ts', name)

test('every export is imported', () => {
  const unused = product.flatMap(file => {
    const importers = importersOf(file)
    return [...text.get(file)!.matchAll(declared)]
      .map(([, name]) => name!)
      .filter(name => !importers.some(importer => mentions(importer, name)) && !isTableOfEntity(file, name))
      .map(name => `${file}: ${name}`)
  })
  expect(unused).toEqual([])
})

test('every file is imported', () => {
  const entries = [
    'server/main.ts',
    'server/cli.ts',
    'providers/check/main.ts',
    'src/app/main.ts',
    'server/db/baseline/generate.ts',
    'server/db/places/buildAreas.ts',
    'server/db/places/buildEnglishPlaces.ts',
    'resources/domain/register.ts',
  ]
  // Besides the four programs: the scripts that write areas.json and places.json, and type declarations for the
  // compiler.
  const isEntry = (file: string) => entries.includes(file) || file.endsWith('.d.ts')
  expect(product.filter(file => !isEntry(file) && importersOf(file).length === 0)).toEqual([])
})

type Manifest = Record<'dependencies' | 'devDependencies' | 'scripts', Record<string, string>>
const manifest = JSON.parse(readFileSync('package.json', 'utf8')) as Manifest

const packageOf = (path: string) => /^(@[^/]+\/)?[^/]+/.exec(path)![0]

test('every package is used', () => {
  const imported = new Set([...imports.values()].flat().map(packageOf))
  const commands = Object.values(manifest.scripts).join(' ') + text.get('tests/run.ts')!
  /** Packages that are used without an import, with their users. */
  const usedWithoutImport = new Set([
    'node', // bootstrap.mjs starts it
    '@mui/icons-material', // the peer of react-admin's components
    '@tiptap/pm', // the peer of tiptap's packages
    '@emotion/react', // MUI's styles
    '@emotion/styled', // MUI's styles
    '@modelcontextprotocol/conformance', // tests/server/identity/mcpSuite.test.ts runs it
    'drizzle-kit', // generate.ts runs it
    'happy-dom', // vitest's environment, by its name
    'roosterjs', // tests/e2e/signaturePaste.test.ts adds its script to a page
    'oxlint-tsgolint', // oxlint's rules that need types
    'typescript', // tsc
  ])
  const names = Object.keys({ ...manifest.dependencies, ...manifest.devDependencies })
  const unused = names.filter(
    name =>
      !name.startsWith('@types/') &&
      !imported.has(name) &&
      !usedWithoutImport.has(name) &&
      !commands.includes(name),
  )
  expect(unused).toEqual([])
})

test('the server runs without the packages of the client and the tests', () => {
  const builtins = /^node:/
  const wrong = [...imports]
    .filter(([file]) => /^(server|resources)\//.test(file))
    .flatMap(([file, paths]) => paths.map(path => ({ file, name: packageOf(path) })))
    .filter(({ name }) => !builtins.test(name) && manifest.devDependencies[name] !== undefined)
  expect(wrong.map(({ file, name }) => `${file} -> ${name}`)).toEqual([])
})
