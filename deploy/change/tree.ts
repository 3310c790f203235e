import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'

import type { Operation } from './calls.ts'
import { type Declarations, describeDeclarations } from './description.ts'

// Reads the declarations of one version of the product, which may be another one than this program's, and of the extensions in
// EXTENSIONS.

type Modules = {
  resources: typeof import('../../resources/index.ts')
  rights: typeof import('../../resources/domain/rights.ts')
  labels: typeof import('../../resources/domain/rightLabels.ts')
  menu: typeof import('../../resources/domain/menu.ts')
  log: typeof import('../../resources/domain/logVocabulary.ts')
  served: typeof import('../../server/routes/served.ts')
  openapi: typeof import('../../server/http/openapi.ts')
}

const paths: Readonly<Record<keyof Modules, string>> = {
  resources: 'resources/index.ts',
  rights: 'resources/domain/rights.ts',
  labels: 'resources/domain/rightLabels.ts',
  menu: 'resources/domain/menu.ts',
  log: 'resources/domain/logVocabulary.ts',
  served: 'server/routes/served.ts',
  openapi: 'server/http/openapi.ts',
}

const load = async (tree: string): Promise<Modules> => {
  const loaded = await Promise.all(
    Object.entries(paths).map(async ([name, path]) => [
      name,
      await import(pathToFileURL(join(tree, path)).href),
    ]),
  )
  return Object.fromEntries(loaded)
}

const statementsIn = (folder: string) =>
  existsSync(folder)
    ? Object.fromEntries(
        readdirSync(folder)
          .filter(it => it.endsWith('.sql'))
          .map(it => [it, readFileSync(join(folder, it), 'utf8').split('--> statement-breakpoint')]),
      )
    : {}

const englishIn = (tree: string): Record<string, string> =>
  Object.assign(
    {},
    ...['entrance', 'app'].map(it =>
      JSON.parse(readFileSync(join(tree, `resources/locales/en/${it}.json`), 'utf8')),
    ),
  )

/** The declarations of the product in this folder. */
export const declarationsIn = async (tree: string): Promise<Declarations> => {
  const { resources, rights, labels, menu, log, served, openapi } = await load(tree)
  const document = openapi.describeCalls(served.servedCalls, '', '')
  return {
    resources: resources.resources,
    rights: Object.fromEntries(
      rights.capabilities.map(name => [
        name,
        {
          right: { grants: rights.grantsOf(name), ...demandsOf(rights, name) },
          label: labels.rightLabel(name),
        },
      ]),
    ),
    menu: Object.fromEntries(menu.menuNames.map(name => [name, menu.menuEntry(name)])),
    logModules: log.logModules,
    logActions: log.logActions,
    // The document is made of these objects, whose types it does not keep.
    paths: document.paths as Record<string, Record<string, Operation>>,
    english: englishIn(tree),
    migrations: statementsIn(join(tree, 'server/db/migrations')),
  }
}

const demandsOf = (
  { demandsOf: demands }: Modules['rights'],
  name: Parameters<Modules['rights']['grantsOf']>[0],
) => {
  const { needsReason, needsPassword } = demands(name)
  return { ...(needsReason && { needsReason }), ...(needsPassword && { needsPassword }) }
}

/** The description of the product in this folder. */
export const describeTree = async (tree: string) => describeDeclarations(await declarationsIn(tree))
