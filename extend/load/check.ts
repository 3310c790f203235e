import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'

import { ExtensionError, foldersOf } from './folders.ts'
import { faultsOf } from './faults.ts'

// Reads the extensions before anything is built, and says what is wrong with them: each line has a file and a sentence.

const print = (line: string): void => void process.stderr.write(`${line}\n`)

/** Where an error was thrown within the extension, as `file:line`. */
const placeOf = (error: unknown, folder: string) => {
  const stack = error instanceof Error ? (error.stack ?? '') : ''
  const found = stack.split('\n').find(it => it.includes(folder))
  return found && /(?:file:\/\/)?(\/[^():]*:\d+)/.exec(found)?.[1]
}

const messageOf = (error: unknown) => (error instanceof Error ? error.message : String(error))

/** What one folder declares, or what keeps it from being read. */
const read = async (folder: string) => {
  const file = join(folder, 'index.ts')
  try {
    const { default: extension } = await import(pathToFileURL(file).href)
    return { folder, extension: extension as unknown, faults: [] }
  } catch (error) {
    if (error instanceof ExtensionError) return { folder, extension: undefined, faults: [error.message] }
    const place = placeOf(error, folder) ?? file
    return { folder, extension: undefined, faults: [`${place}: ${messageOf(error)}`] }
  }
}

/** The file of an extension that mentions a name, for a sentence about it. */
const fileOf = (folder: string) => (name: string) =>
  globSync(join(folder, '**/*.{ts,tsx}')).find(it => readFileSync(it, 'utf8').includes(`'${name}'`)) ??
  join(folder, 'index.ts')

const check = async () => {
  const found = await Promise.all(foldersOf(process.env['EXTENSIONS']).map(read))
  const unread = found.flatMap(it => it.faults)
  if (unread.length > 0) return unread
  return faultsOf(found.map(({ folder, extension }) => ({ folder, extension, fileOf: fileOf(folder) })))
}

const faults = await check().catch(error => [messageOf(error)])
for (const fault of faults) print(fault)
if (faults.length > 0) process.exit(1)
