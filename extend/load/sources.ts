import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'

import { ExtensionError, root } from './folders.ts'

// Some files of the product are empty lists of extensions. A build with EXTENSIONS replaces them by these sources, and the
// product without extensions has no code for finding any.

const quote = (value: unknown) => JSON.stringify(value)

const optionalFile = (folder: string, name: string) => {
  const file = join(folder, name)
  return existsSync(file) ? file : undefined
}

const textsOf = (folder: string): Record<string, string> => {
  const file = optionalFile(folder, 'texts/en.json')
  if (!file) return {}
  try {
    return JSON.parse(readFileSync(file, 'utf8'))
  } catch (error) {
    throw new ExtensionError(`${file}: 不是 JSON (is no JSON): ${String(error)}`)
  }
}

/** The SQL files of `migrations`, in the order of their names. */
const migrationsOf = (folder: string) => {
  const place = join(folder, 'migrations')
  if (!existsSync(place)) return []
  return readdirSync(place)
    .filter(name => name.endsWith('.sql'))
    .toSorted()
    .map(name => ({ name: name.slice(0, -'.sql'.length), text: readFileSync(join(place, name), 'utf8') }))
}

/** Imports one file of each extension that has it, and lists what `entry` makes of the imported name. */
const listing = (
  folders: readonly string[],
  { name, file, as }: { name: string; file: string; as: (at: number) => string },
  entry: (at: number, folder: string, isThere: boolean) => string,
) => {
  const isThere = (folder: string) => existsSync(join(folder, file))
  const imports = folders.flatMap((folder, at) =>
    isThere(folder) ? [`import ${as(at)} from ${quote(join(folder, file))}`] : [],
  )
  const entries = folders.map((folder, at) => entry(at, folder, isThere(folder)))
  return { imports, list: `export const ${name} = [${entries.filter(it => it !== '').join(', ')}]` }
}

const declarations = (folders: readonly string[]) => {
  const { imports, list } = listing(
    folders,
    { name: 'extensions', file: 'index.ts', as: at => `extension${at}` },
    at => `extension${at}`,
  )
  return [...imports, list].join('\n')
}

const tables = (folders: readonly string[]) => {
  const names = folders.map((folder, at) => `import extension${at} from ${quote(join(folder, 'index.ts'))}`)
  const { imports, list } = listing(
    folders,
    { name: 'extensionTables', file: 'tables.ts', as: at => `* as tables${at}` },
    (at, folder, isThere) =>
      `{ name: extension${at}.name, folder: ${quote(folder)}, get tables() { return ${isThere ? `Object.values(tables${at})` : '[]'} }, migrations: ${quote(migrationsOf(folder))} }`,
  )
  return [...names, ...imports, list].join('\n')
}

const servers = (folders: readonly string[]) => {
  const { imports, list } = listing(
    folders,
    { name: 'extensionServers', file: 'server.ts', as: at => `server${at}` },
    (at, _, isThere) => (isThere ? `server${at}` : ''),
  )
  return [...imports, list].join('\n')
}

const jobs = (folders: readonly string[]) => {
  const names = folders.map((folder, at) => `import extension${at} from ${quote(join(folder, 'index.ts'))}`)
  const check = `import { checkedJobs } from ${quote(join(root, 'extend/load/jobs.ts'))}`
  const { imports, list } = listing(
    folders,
    { name: 'declared', file: 'jobs.ts', as: at => `jobs${at}` },
    (at, folder, isThere) =>
      isThere ? `{ name: extension${at}.name, folder: ${quote(folder)}, jobs: jobs${at} }` : '',
  )
  return [check, ...names, ...imports, list, 'export const extensionJobs = checkedJobs(declared)'].join('\n')
}

/** Converts a Chinese text to another writing, which only the build of the client does. */
export type Conversions = Readonly<Record<string, (text: string) => string>>

const texts = (folders: readonly string[], conversions: Conversions) => {
  const english: Record<string, string> = Object.assign({}, ...folders.map(textsOf))
  const converted = Object.entries(conversions).map(([locale, convert]) => [
    locale,
    Object.fromEntries(Object.keys(english).map(key => [key, convert(key)])),
  ])
  return `export const extensionTexts = ${quote({ english, ...Object.fromEntries(converted) })}`
}

/** The sources that replace files of the product, by the path of the file. */
export const sourcesFor = (folders: readonly string[], conversions: Conversions = {}) =>
  new Map([
    [join(root, 'resources/domain/extensions.ts'), () => declarations(folders)],
    [
      join(root, 'resources/domain/additionalFields.ts'),
      () => `export * from ${quote(join(root, 'extend/fields.ts'))}`,
    ],
    [join(root, 'resources/locales/extensionTexts.ts'), () => texts(folders, conversions)],
    [join(root, 'server/db/extensions.ts'), () => tables(folders)],
    [join(root, 'server/routes/extensions.ts'), () => servers(folders)],
    [join(root, 'server/services/jobs/extensions.ts'), () => jobs(folders)],
  ])
