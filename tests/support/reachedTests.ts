import { globSync, readFileSync } from 'node:fs'
import { basename, dirname, join, normalize } from 'node:path'
import { resources } from '../../resources/index.ts'
import type { AnyResource, Route } from '../../resources/kit/index.ts'

const root = join(import.meta.dirname, '../..')
const files = globSync(
  [
    '{examples,extend,resources,providers,src,server,tests}/**/*.{ts,tsx,css,json}',
    '*.{ts,mjs,json,html}',
    'deploy/**/*',
  ],
  { cwd: root },
)
const isSource = (file: string): boolean => /\.(tsx?|mjs|css)$/.test(file)
const texts = new Map(files.filter(isSource).map(file => [file, readFileSync(join(root, file), 'utf8')]))
const tests = [...texts.keys()].filter(file => /\.test\.tsx?$/.test(file))

const pathOf = (file: string, specifier: string): string => normalize(join(dirname(file), specifier))
const specifiersIn = (file: string, pattern: RegExp): string[] =>
  [...texts.get(file)!.matchAll(pattern)].map(([, specifier]) => pathOf(file, specifier!))

/** What a file loads with itself. A page is loaded when it is opened, so that its files don't reach the whole client. */
const STATIC = /(?:from\s|^import\s)\s*['"](\.[^'"]+)['"]/gm
const DYNAMIC = /import\(\s*['"](\.[^'"]+)['"]\s*\)/g

const importers = new Map<string, string[]>()
for (const file of texts.keys())
  for (const imported of specifiersIn(file, STATIC))
    importers.set(imported, [...(importers.get(imported) ?? []), file])

/** The files that load this one, directly or through others, and the file itself. */
const dependentsOf = (file: string): Set<string> => {
  const found = new Set([file])
  // Files that are found during the walk are walked too.
  for (const each of found) for (const importer of importers.get(each) ?? []) found.add(importer)
  return found
}

const pageTable = 'src/pages/index.ts'
/** The table of the pages names each with the file from which it is loaded. */
const pageFiles = new Map(
  [...texts.get(pageTable)!.matchAll(/^ {2}(\w+): async \(\) => \(await import\('([^']+)'\)/gm)].map(
    ([, page, path]) => [page!, pathOf(pageTable, path!)] as const,
  ),
)
const laterFiles = new Set([...texts.keys()].flatMap(file => specifiersIn(file, DYNAMIC)))
const pageFileSet = new Set(pageFiles.values())

const routesOf = ({ views, pages }: AnyResource): Route[] => [
  ...Object.values(views),
  ...Object.values(pages),
]
const routes = resources.flatMap(routesOf)

/** Finds an address of this page in a test, with any id. */
const addressOf = (path: string): RegExp =>
  new RegExp(`${path.replace(':id', String.raw`(?:\d+|\$\{[^}]*\})`)}(?![\\w/-])`)

const testsWith = (patterns: readonly RegExp[], among: readonly string[] = tests): string[] =>
  among.filter(file => patterns.some(pattern => pattern.test(texts.get(file)!)))

/** Finds a call of this resource in a test. */
const callOf = (resource: string): RegExp => new RegExp(`'${resource}\\.`)

type Reached = { tests: Set<string>; pages: Set<string>; isEverything: boolean }

const reachPages = (names: readonly string[], reached: Reached): void => {
  const own = routes.filter(route => 'page' in route && names.includes(String(route.page)))
  const paths = own.map(({ path }) => path)
  for (const path of paths) reached.pages.add(path)
  for (const test of testsWith(paths.map(addressOf))) reached.tests.add(test)
}

const CONVENTIONS = tests.filter(file => /^tests\/([^/]+|declarations\/[^/]+)\.test\.ts$/.test(file))
const walks = testsWith([/'\.\.\/support\/walk\.ts'/])
const conformance = tests.filter(file => file.startsWith('tests/server/conformance/'))

/** A declaration reaches its calls and screens, which no import names. */
const reachDeclaration = (file: string, reached: Reached): boolean => {
  const [, folder] = /^resources\/(\w+)(?:\/|\.ts$)/.exec(file) ?? []
  const own = resources.filter(({ name }) => name === folder)
  if (own.length === 0) return false
  const paths = own.flatMap(resource => routesOf(resource).map(({ path }) => path))
  for (const path of paths) reached.pages.add(path)
  const patterns = [...own.map(({ name }) => callOf(name)), ...paths.map(addressOf)]
  for (const test of [...testsWith(patterns), ...conformance]) reached.tests.add(test)
  return true
}

/** A handler or a rule of an entity reaches the tests that make its calls. */
const reachHandler = (file: string, reached: Reached): boolean => {
  const [, folder] = /^server\/(?:routes|services|records)\/(\w+)/.exec(file) ?? []
  const own = resources.filter(({ name }) => name === folder)
  if (own.length === 0) return false
  const direct = (importers.get(file) ?? []).flatMap(it => [it, ...(importers.get(it) ?? [])])
  const server = tests.filter(it => it.startsWith('tests/server/'))
  const naming = testsWith(
    own.map(({ name }) => callOf(name)),
    server,
  )
  for (const test of [...direct.filter(it => tests.includes(it)), ...naming]) reached.tests.add(test)
  for (const test of conformance) reached.tests.add(test)
  return true
}

const reachClient = (dependents: ReadonlySet<string>, reached: Reached): void => {
  const names = [...pageFiles].filter(([, file]) => dependents.has(file)).map(([page]) => page)
  reachPages(names, reached)
  const isShared = [...dependents].some(
    file =>
      file.startsWith('src/') &&
      !pageFileSet.has(file) &&
      (laterFiles.has(file) || /^src\/app\/(App|main|routes)\./.test(file)),
  )
  // A part that every page may show: all screens, and the walks through all pages.
  if (!isShared) return
  for (const route of routes) reached.pages.add(route.path)
  for (const test of tests.filter(file => file.startsWith('tests/screens/'))) reached.tests.add(test)
}

/** Its parts are loaded by its build and not by its test. */
const STATIC_DEMO = /^deploy\/demo\//

const reach = (file: string, reached: Reached): void => {
  if (STATIC_DEMO.test(file)) reached.tests.add('tests/e2e/staticDemo.test.ts')
  if (tests.includes(file)) return void reached.tests.add(file)
  if (reachDeclaration(file, reached) || reachHandler(file, reached)) return
  const dependents = dependentsOf(file)
  if (file.startsWith('src/')) {
    for (const test of tests.filter(it => dependents.has(it) && !it.startsWith('tests/e2e/')))
      reached.tests.add(test)
    return reachClient(dependents, reached)
  }
  if (file.endsWith('.md')) {
    for (const test of tests.filter(it => texts.get(it)!.includes(basename(file)))) reached.tests.add(test)
    return
  }
  if (!texts.has(file)) return void (reached.isEverything = true)
  for (const test of tests.filter(it => dependents.has(it))) reached.tests.add(test)
}

/**
 * The test files that a change of these files reaches, by imports and by declarations; the pages (as paths of their routes) to
 * which the walks through pages may be limited; and whether a built client is needed. Conventions are always among them,
 * because they take seconds.
 */
export const testsReachedBy = (
  changed: readonly string[],
): { tests: string[]; pages: string[] | undefined; needsBrowser: boolean } => {
  const reached: Reached = { tests: new Set(CONVENTIONS), pages: new Set(), isEverything: false }
  for (const file of changed) reach(file, reached)
  if (reached.isEverything) return { tests, pages: undefined, needsBrowser: true }
  if (reached.pages.size > 0) for (const walk of walks) reached.tests.add(walk)
  const found = [...reached.tests].toSorted()
  const needsBrowser = found.some(file => file.startsWith('tests/e2e/'))
  return { tests: found, pages: reached.pages.size > 0 ? [...reached.pages] : undefined, needsBrowser }
}
