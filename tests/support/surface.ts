import { execFileSync } from 'node:child_process'
import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { dirname, join, relative, resolve } from 'node:path'

import { type ESTree, parseSync } from 'vite'

// Writes the types of what an extension may import as one file that stands by itself: every declaration that the two entries
// reach, in a module named after its file. Comparing it with the file of the last release says what changed.

const root = join(import.meta.dirname, '../..')

/** What an extension imports, by the file that exports it. */
const entries = { 'tenant-admin/extend': 'extend/index.ts', 'tenant-admin/extend/server': 'extend/server.ts' }

type Declaration = { name: string; text: string; references: readonly string[]; imports: readonly ImportType[] }
/** A name of another file. */
type Origin = { from: string; name: string }
/** `import('./file.ts').Name` within a declaration, with its place in the text. */
type ImportType = { start: number; end: number; from: string }
type Module = {
  declarations: ReadonlyMap<string, Declaration>
  /** Imported names, by the name under which the file uses them. */
  imports: ReadonlyMap<string, Origin>
  /** Names that it exports under another name, or from another file. */
  exports: ReadonlyMap<string, Origin | string>
  /** Files of which it exports everything. */
  stars: readonly string[]
}

/** Lets the compiler write the declarations of the entries and of all that they import. */
const emitDeclarations = (folder: string) => {
  const project = {
    extends: join(root, 'tsconfig.json'),
    compilerOptions: {
      noEmit: false,
      declaration: true,
      emitDeclarationOnly: true,
      removeComments: true,
      incremental: false,
      tsBuildInfoFile: null,
      rootDir: root,
      outDir: folder,
      typeRoots: [join(root, 'node_modules/@types')],
    },
    include: [],
    files: Object.values(entries).map(it => join(root, it)),
  }
  const config = join(folder, 'tsconfig.json')
  writeFileSync(config, JSON.stringify(project))
  execFileSync(process.execPath, [join(root, 'node_modules/typescript/lib/tsc.js'), '-p', config], {
    stdio: ['ignore', 2, 2],
  })
}

type Node = { type: string; start: number; end: number } & Record<string, unknown>
const isNode = (value: unknown): value is Node =>
  typeof value === 'object' && value !== null && 'type' in value && typeof value.type === 'string'

const leftmost = (node: unknown): string | undefined => {
  if (!isNode(node)) return undefined
  if (node.type === 'Identifier') return String(node['name'])
  return leftmost(node['left'] ?? node['object'])
}

/** Where a node of the type names a declaration. */
const named: Readonly<Record<string, string>> = {
  TSTypeReference: 'typeName',
  TSTypeQuery: 'exprName',
  TSInterfaceHeritage: 'expression',
  TSClassImplements: 'expression',
}

const isRelative = (specifier: string) => specifier.startsWith('.')
const fileOf = (from: string, specifier: string) =>
  isRelative(specifier) ? resolve(dirname(from), specifier) : specifier

const readReferences = (declaration: Node, file: string) => {
  const references = new Set<string>()
  const imports: ImportType[] = []
  const walk = (node: unknown): void => {
    if (Array.isArray(node)) return node.forEach(walk)
    if (!isNode(node)) return undefined
    const name = named[node.type] && leftmost(node[named[node.type]!])
    if (name) references.add(name)
    if (node['computed'] === true && isNode(node['key'])) references.add(leftmost(node['key']) ?? '')
    if (node.type === 'TSImportType' && isNode(node['source'])) {
      const { start, end, value } = node['source']
      if (typeof value === 'string' && isRelative(value)) imports.push({ start, end, from: fileOf(file, value) })
    }
    return Object.values(node).forEach(walk)
  }
  walk(declaration)
  return { references: [...references], imports }
}

const nameIn = (node: { type: string; name?: string; value?: unknown }) => String(node.name ?? node.value)

const declaredNames = (node: Node): string[] => {
  const { declarations, id } = node as { declarations?: { id: Node }[]; id?: Node | null }
  if (declarations) return declarations.map(it => String(it.id['name']))
  return id ? [String(id['name'])] : []
}

const readModule = (file: string, text: string): Module => {
  const declarations = new Map<string, Declaration>()
  const imports = new Map<string, Origin>()
  const exports = new Map<string, Origin | string>()
  const stars: string[] = []
  const declare = (node: Node) => {
    const { references, imports: types } = readReferences(node, file)
    const source = text.slice(node.start, node.end).replace(/^declare /, '')
    const shift = node.end - node.start - source.length + node.start
    for (const name of declaredNames(node)) {
      const overload = declarations.get(name)
      declarations.set(name, {
        name,
        text: overload ? `${overload.text}\nexport ${source}` : `export ${source}`,
        references: [...(overload?.references ?? []), ...references],
        imports: types.map(it => ({ ...it, start: it.start - shift + 7, end: it.end - shift + 7 })),
      })
    }
  }
  const read = (node: ESTree.Statement | ESTree.ModuleDeclaration) => {
    if (node.type === 'ImportDeclaration')
      for (const it of node.specifiers)
        imports.set(it.local.name, {
          from: fileOf(file, node.source.value),
          name: it.type === 'ImportSpecifier' ? nameIn(it.imported) : it.type === 'ImportDefaultSpecifier' ? 'default' : '*',
        })
    else if (node.type === 'ExportAllDeclaration') stars.push(fileOf(file, node.source.value))
    else if (node.type === 'ExportNamedDeclaration') {
      if (node.declaration) declare(node.declaration as unknown as Node)
      for (const { local, exported } of node.specifiers)
        exports.set(
          nameIn(exported),
          node.source ? { from: fileOf(file, node.source.value), name: nameIn(local) } : nameIn(local),
        )
    } else declare(node as unknown as Node)
  }
  parseSync('module.d.ts', text).program.body.forEach(read)
  return { declarations, imports, exports, stars }
}

/** The modules of the product, opened as they are asked for; undefined for those of packages. */
const moduleReader = (folder: string) => {
  const known = new Map<string, Module>()
  return (file: string): Module | undefined => {
    if (!file.startsWith(folder)) return undefined
    const path = file.replace(/\.(ts|tsx)$/, '.d.ts')
    if (!existsSync(path)) return undefined
    const found = known.get(file) ?? readModule(file, readFileSync(path, 'utf8'))
    known.set(file, found)
    return found
  }
}

type Read = ReturnType<typeof moduleReader>

/** The file that declares a name, found through the files that pass it on. */
const originOf = (read: Read, file: string, name: string): Origin | undefined => {
  const module = read(file)
  if (!module) return { from: file, name }
  if (module.declarations.has(name)) return { from: file, name }
  const passed = module.exports.get(name)
  if (typeof passed === 'string') return usedIn(read, file, passed)
  if (passed) return originOf(read, passed.from, passed.name)
  for (const star of module.stars) {
    const found = read(star) && originOf(read, star, name)
    if (found) return found
  }
  return undefined
}

/** What a name within a file refers to: a declaration of the file, or an imported one. */
const usedIn = (read: Read, file: string, name: string): Origin | undefined => {
  const module = read(file)
  if (module?.declarations.has(name)) return { from: file, name }
  const imported = module?.imports.get(name)
  if (!imported) return undefined
  return imported.name === '*' ? imported : originOf(read, imported.from, imported.name)
}

const exportedNames = (read: Read, file: string): string[] => {
  const module = read(file)
  if (!module) return []
  return [...module.exports.keys(), ...module.declarations.keys(), ...module.stars.flatMap(it => exportedNames(read, it))]
}

/**
 * Types of the server's inside that are not part of the surface, as an extension may rely on them. The tables of the product are
 * its own, and may change in any release.
 */
const opaque: Readonly<Record<string, string>> = {}

/** The types of what an extension may import of this tree, as the text of one file. */
export const surfaceOf = (folder: string): string => {
  emitDeclarations(folder)
  const read = moduleReader(folder)
  const pathOf = (file: string) => (file.startsWith(folder) ? `tenant-admin/${relative(folder, file).replace(/\.tsx?$/, '')}` : file)
  const reached = new Map<string, Set<string>>()
  const reach = ({ from, name }: Origin): void => {
    const names = reached.get(from) ?? new Set<string>()
    const declaration = read(from)?.declarations.get(name)
    if (!declaration || names.has(name)) return
    reached.set(from, names.add(name))
    if (opaque[`${pathOf(from)}#${name}`]) return
    for (const it of declaration.references) {
      const origin = usedIn(read, from, it)
      if (origin) reach(origin)
    }
    for (const it of declaration.imports) for (const all of exportedNames(read, it.from)) reach({ from: it.from, name: all })
  }
  const surface = Object.entries(entries).map(([entry, path]) => {
    const file = join(folder, path)
    const lines = [...new Set(exportedNames(read, file))].toSorted().flatMap(name => {
      const origin = originOf(read, file, name)
      if (!origin) return []
      reach(origin)
      return [`export { ${origin.name === name ? name : `${origin.name} as ${name}`} } from '${pathOf(origin.from)}'`]
    })
    return { path: entry, blocks: lines }
  })
  const modules = [...reached].map(([file, names]) => moduleText(file, [...names].toSorted()))
  function moduleText(file: string, names: readonly string[]) {
    const module = read(file)!
    const used = new Set(names.flatMap(name => module.declarations.get(name)!.references))
    const imports = [...used].toSorted().flatMap(name => {
      if (module.declarations.has(name)) return []
      const origin = usedIn(read, file, name)
      if (!origin) return []
      const what = origin.name === '*' ? `* as ${name}` : `{ ${origin.name === name ? name : `${origin.name} as ${name}`} }`
      return [`import ${what} from '${pathOf(origin.from)}'`]
    })
    const blocks = names.map(name => {
      const { text, imports: types } = module.declarations.get(name)!
      return (
        opaque[`${pathOf(file)}#${name}`] ??
        types.toReversed().reduce((changed, it) => `${changed.slice(0, it.start)}'${pathOf(it.from)}'${changed.slice(it.end)}`, text)
      )
    })
    return { path: pathOf(file), blocks: [...imports, ...blocks] }
  }
  return [...surface, ...modules.toSorted((a, b) => (a.path < b.path ? -1 : 1))]
    .map(({ path, blocks }) => `declare module '${path}' {\n${blocks.join('\n\n')}\n}`)
    .join('\n\n')
}
