import { spawnSync } from 'node:child_process'
import { writeFileSync } from 'node:fs'
import { join, relative } from 'node:path'

import {
  type Declaration,
  exportedNames,
  moduleReader,
  type Origin,
  originOf,
  usedIn,
} from './surfaceModules.ts'

// Writes the types of what an extension may import as one file that stands by itself: every declaration that the two entries
// reach, in a module named after its file. Comparing it with the file of the last release says what changed.

const root = join(import.meta.dirname, '../..')

/** What an extension imports, by the file that exports it. */
const entries = { 'tenant-admin/extend': 'extend/index.ts', 'tenant-admin/extend/server': 'extend/server.ts' }

/** Lets the compiler write the declarations of the entries and of all that they import. */
const emitDeclarations = (folder: string) => {
  const project = {
    extends: join(root, 'tsconfig.json'),
    compilerOptions: {
      noEmit: false,
      declaration: true,
      emitDeclarationOnly: true,
      removeComments: true,
      // Whatever is compiled here is checked elsewhere.
      noCheck: true,
      incremental: false,
      tsBuildInfoFile: null,
      rootDir: root,
      outDir: folder,
      typeRoots: [join(root, 'node_modules/@types')],
      types: ['node'],
    },
    include: [],
    files: [...Object.values(entries), 'resources/domain/register.ts'].map(it => join(root, it)),
  }
  const config = join(folder, 'tsconfig.json')
  writeFileSync(config, JSON.stringify(project))
  const tsc = join(root, 'node_modules/typescript/lib/tsc.js')
  const { stdout } = spawnSync(process.execPath, [tsc, '-p', config], { encoding: 'utf8' })
  // TS7056: the type of all entities is too long to be written. No entry reaches it, or its declarations would be missed below.
  const errors = stdout.split('\n').filter(it => it.includes('error TS') && !it.includes('error TS7056'))
  if (errors.length > 0) throw new Error(errors.join('\n'))
}

/**
 * Types that an extension is given and may pass on, whose inside is no part of the surface: the product's tables, services and
 * names of rights may change in any release.
 */
const opaque: Readonly<Record<string, { text: string; uses?: readonly string[] }>> = {
  'tenant-admin/server/db/connection/transaction#Db': {
    text: 'export type Db = NodePgDatabase<Record<string, unknown>>;',
    uses: ['NodePgDatabase'],
  },
  'tenant-admin/server/context/services#Services': { text: 'export type Services = object;' },
  'tenant-admin/resources/domain/rights#Capability': { text: 'export type Capability = string;' },
  'tenant-admin/server/context/batchKind#RecordBatch': { text: 'export type RecordBatch = object;' },
}

/** The types of what an extension may import of this tree, as the text of one file. */
export const surfaceOf = (folder: string): string => {
  emitDeclarations(folder)
  const { read, additionsTo } = moduleReader(folder)
  const pathOf = (file: string) =>
    file.startsWith(folder) ? `tenant-admin/${relative(folder, file).replace(/\.tsx?$/, '')}` : file
  const reached = new Map<string, Set<string>>()
  const reach = ({ from, name }: Origin): void => {
    const names = reached.get(from) ?? new Set<string>()
    const declaration = read(from)?.declarations.get(name)
    if (!declaration || names.has(name)) return undefined
    reached.set(from, names.add(name))
    if (opaque[`${pathOf(from)}#${name}`]) return undefined
    reachFrom(from, declaration)
    for (const addition of additionsTo(from, name)) reachFrom(addition.by, addition)
    return undefined
  }
  function reachFrom(file: string, { references, imports }: Declaration) {
    for (const it of references) {
      const origin = usedIn(read, file, it)
      if (origin) reach(origin)
    }
    for (const { from, name } of imports)
      for (const it of name === undefined ? exportedNames(read, from) : [name]) {
        const origin = originOf(read, from, it)
        if (origin) reach(origin)
      }
  }
  const surface = Object.entries(entries).map(([entry, path]) => {
    const file = join(folder, path)
    const lines = [...new Set(exportedNames(read, file))].toSorted().flatMap(name => {
      const origin = originOf(read, file, name)
      if (!origin) return []
      reach(origin)
      return [
        `export { ${origin.name === name ? name : `${origin.name} as ${name}`} } from '${pathOf(origin.from)}'`,
      ]
    })
    return { path: entry, blocks: lines }
  })
  const modules = [...reached].map(([file, names]) => moduleText(file, [...names].toSorted()))
  function moduleText(file: string, names: readonly string[]) {
    const module = read(file)!
    const opaqueIn = (name: string) => opaque[`${pathOf(file)}#${name}`]
    const parts = names.flatMap(name => {
      const { text, ...declaration } = module.declarations.get(name)!
      const shown = opaqueIn(name)
      if (shown)
        return [{ ...declaration, text: shown.text, references: shown.uses ?? [], imports: [], by: file }]
      return [{ ...declaration, text, by: file }, ...additionsTo(file, name)]
    })
    const imports = parts.flatMap(({ by, references }) =>
      references.flatMap(name => {
        const origin = usedIn(read, by, name)
        if (!origin || (origin.from === file && origin.name === name)) return []
        const what =
          origin.name === '*'
            ? `* as ${name}`
            : `{ ${origin.name === name ? name : `${origin.name} as ${name}`} }`
        return [`import ${what} from '${pathOf(origin.from)}'`]
      }),
    )
    const blocks = parts.map(({ text, imports: types }) =>
      types
        .toReversed()
        .reduce(
          (changed, it) => `${changed.slice(0, it.start)}'${pathOf(it.from)}'${changed.slice(it.end)}`,
          text,
        ),
    )
    return { path: pathOf(file), blocks: [...[...new Set(imports)].toSorted(), ...blocks] }
  }
  return [...surface, ...modules.toSorted((a, b) => (a.path < b.path ? -1 : 1))]
    .map(({ path, blocks }) => `declare module '${path}' {\n${blocks.join('\n\n')}\n}`)
    .join('\n\n')
}
