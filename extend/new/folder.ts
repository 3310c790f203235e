import { existsSync, mkdirSync, readdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs'
import { basename, dirname, join } from 'node:path'
import { pathToFileURL } from 'node:url'

import { format, type FormatConfig } from 'oxfmt'

import type { Extension } from '../../resources/domain/extension.ts'
import { root } from '../load/folders.ts'
import { Mistake, refuse } from './mistake.ts'
import { namesIn, openSources, type Source, type Sources, writtenText } from './source.ts'

// The folder of an extension, and what a command is about to write into it. Nothing is written before everything is known to be
// possible, and no file is replaced whose content the command did not read.

/** An extension whose folder a command changes. */
export type Folder = {
  path: string
  /** The extension as it is now. */
  extension: Extension
  sources: Sources
  /** Its `index.ts`. */
  index: Source
  /** New files by path relative to the folder. */
  created: Map<string, string>
  /** English by Chinese text, of those that are to be added. */
  texts: Map<string, string>
}

const messageOf = (error: unknown) => (error instanceof Error ? error.message : String(error))

/** The extension in a folder; the hooks of `extend/load` find its imports. Throws if it cannot be read. */
export const readFolder = async (path: string): Promise<Folder> => {
  const loaded: { default?: Extension } = await import(pathToFileURL(join(path, 'index.ts')).href).catch(
    error => refuse(`${path}/index.ts: ${messageOf(error)}`),
  )
  const extension = loaded.default
  if (!extension)
    throw new Mistake(
      `${path}/index.ts: 应为 export default defineExtension({ … }) (nothing is exported by default)`,
    )
  const sources = openSources()
  const index = sources.open(join(path, 'index.ts'))
  return { path, extension, sources, index, created: new Map(), texts: new Map() }
}

/** Adds a file. Throws if there is one of this name, also one in other letters, which some systems take for the same. */
export const createFile = (
  { path, created }: Pick<Folder, 'path' | 'created'>,
  name: string,
  text: string,
) => {
  const folder = dirname(join(path, name))
  const present = existsSync(folder) ? readdirSync(folder) : []
  if (present.some(it => it.toLowerCase() === basename(name).toLowerCase()))
    refuse(`${join(path, name)}: 已存在 (exists already, and nothing was written)`)
  created.set(name, text)
}

/** Refuses a name that `index.ts` has already. */
export const requireFreeName = ({ index }: Folder, name: string) =>
  namesIn(index).includes(name)
    ? refuse(`${index.path}: ${name} 已有其他含义，请换一个名称 (is used already; choose another name)`)
    : name

const migrationNumber = ({ path, created }: Folder) => {
  const folder = join(path, 'migrations')
  const present = existsSync(folder) ? readdirSync(folder) : []
  const names = [...present, ...[...created.keys()].map(it => basename(it))].filter(it => it.endsWith('.sql'))
  return Math.max(-1, ...names.map(it => Number.parseInt(it, 10) || 0)) + 1
}

/** Adds the next migration. */
export const createMigration = (folder: Folder, name: string, statements: readonly string[]) => {
  const number = String(migrationNumber(folder)).padStart(4, '0')
  const text = `${statements.join(';\n--> statement-breakpoint\n')};\n`
  createFile(folder, `migrations/${number}_${name}.sql`, text)
}

/** Makes `tables.ts` export the tables of a new file. */
export const exportTables = (folder: Folder, file: string) => {
  const line = `export * from './${file}'\n`
  if (!existsSync(join(folder.path, 'tables.ts'))) return createFile(folder, 'tables.ts', line)
  const source = folder.sources.open(join(folder.path, 'tables.ts'))
  const { text } = source
  source.insertions.push({ at: text.length, code: text === '' || text.endsWith('\n') ? line : `\n${line}` })
}

const json = (path: string): Record<string, string> => {
  try {
    return JSON.parse(readFileSync(path, 'utf8'))
  } catch (error) {
    return refuse(`${path}: ${messageOf(error)}`)
  }
}

const ofProduct = () => ({
  ...json(join(root, 'resources/locales/en/entrance.json')),
  ...json(join(root, 'resources/locales/en/app.json')),
})

/** `texts/en.json` with the new texts that neither it nor the product has; undefined if there are none. */
const withTexts = ({ path, texts }: Pick<Folder, 'path' | 'texts'>) => {
  const file = join(path, 'texts/en.json')
  const present = existsSync(file) ? json(file) : {}
  const known = { ...ofProduct(), ...present }
  const added = [...texts].filter(([key]) => !Object.hasOwn(known, key))
  if (added.length === 0 && existsSync(file)) return undefined
  return { file, text: `${JSON.stringify({ ...present, ...Object.fromEntries(added) }, null, 2)}\n` }
}

const formatConfig = (): FormatConfig => JSON.parse(readFileSync(join(root, '.oxfmtrc.json'), 'utf8'))

const formatted = async (path: string, text: string) => {
  if (!/\.(tsx?|json)$/.test(path)) return text
  const { code, errors } = await format(path, text, formatConfig())
  const [error] = errors
  return error ? refuse(`${path}: ${error.message}`) : code
}

/** The new text of a changed file; one that was not formatted stays so. */
const changedText = async (source: Source) => {
  const text = writtenText(source)
  const wasFormatted = (await formatted(source.path, source.text)) === source.text
  return wasFormatted ? await formatted(source.path, text) : text
}

/** Replaces a file at once, so that no half of it is ever read. */
const replace = (path: string, text: string) => {
  const temporary = `${path}.new`
  writeFileSync(temporary, text)
  renameSync(temporary, path)
}

/** Writes what the command prepared, and returns the paths of the files. */
export const writeFolder = async (folder: Pick<Folder, 'path' | 'created' | 'texts' | 'sources'>) => {
  const created = await Promise.all(
    [...folder.created].map(async ([name, text]) => {
      const path = join(folder.path, name)
      return { path, text: await formatted(path, text) }
    }),
  )
  const changed = await Promise.all(
    folder.sources.changed().map(async it => ({ path: it.path, text: await changedText(it) })),
  )
  const english = withTexts(folder)
  for (const { path, text } of created) {
    mkdirSync(dirname(path), { recursive: true })
    writeFileSync(path, text, { flag: 'wx' })
  }
  for (const { path, text } of changed) replace(path, text)
  if (english) {
    mkdirSync(dirname(english.file), { recursive: true })
    replace(english.file, english.text)
  }
  return [...created, ...changed].map(it => it.path).concat(english ? [english.file] : [])
}
