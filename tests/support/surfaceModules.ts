import { existsSync, readFileSync } from 'node:fs'
import { dirname, resolve } from 'node:path'

import { type ESTree, parseSync } from 'vite'

// Reads the files of types that the compiler writes: what each declares and exports, and what a declaration refers to.

export type Declaration = {
  name: string
  text: string
  references: readonly string[]
  imports: readonly ImportType[]
  /** Only the module itself sees the others. */
  isExported: boolean
}
/** A name of another file. */
export type Origin = { from: string; name: string }
/** `import('./file.ts').Name` within a declaration, with its place in the text. */
type ImportType = { start: number; end: number; from: string; name: string | undefined }
type Module = {
  declarations: ReadonlyMap<string, Declaration>
  /** Imported names, by the name under which the file uses them. */
  imports: ReadonlyMap<string, Origin>
  /** Names that it exports under another name, or from another file. */
  exports: ReadonlyMap<string, Origin | string>
  /** Files of which it exports everything. */
  stars: readonly string[]
  /** Members that it adds to interfaces of other files. */
  additions: readonly (Declaration & { to: string })[]
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
      if (typeof value === 'string' && isRelative(value))
        imports.push({ start, end, from: fileOf(file, value), name: leftmost(node['qualifier']) })
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
  return id?.type === 'Identifier' ? [String(id['name'])] : []
}

const readModule = (file: string, text: string): Module => {
  const declarations = new Map<string, Declaration>()
  const imports = new Map<string, Origin>()
  const exports = new Map<string, Origin | string>()
  const stars: string[] = []
  const additions: (Declaration & { to: string })[] = []
  const declarationOf = (node: Node, name: string, isExported: boolean): Declaration => {
    const { references, imports: types } = readReferences(node, file)
    const source = text.slice(node.start, node.end).replace(/^declare /, '')
    const shift = node.end - source.length - 'export '.length
    return {
      name,
      text: `export ${source}`,
      isExported,
      references,
      imports: types.map(it => ({ ...it, start: it.start - shift, end: it.end - shift })),
    }
  }
  const declare = (node: Node, isExported: boolean) => {
    for (const name of declaredNames(node)) {
      const { text: source, ...declaration } = declarationOf(node, name, isExported)
      const overload = declarations.get(name)
      declarations.set(name, {
        ...declaration,
        text: overload ? `${overload.text}\n${source}` : source,
        references: [...(overload?.references ?? []), ...declaration.references],
      })
    }
  }
  const add = ({ id, body }: Node) => {
    if (!isNode(id) || typeof id['value'] !== 'string' || !isNode(body)) return
    const to = fileOf(file, id['value'])
    for (const it of body['body'] as Node[])
      for (const name of declaredNames(it)) additions.push({ ...declarationOf(it, name, true), to })
  }
  const read = (node: ESTree.Statement | ESTree.ModuleDeclaration) => {
    if (node.type === 'ImportDeclaration')
      for (const it of node.specifiers)
        imports.set(it.local.name, {
          from: fileOf(file, node.source.value),
          name:
            it.type === 'ImportSpecifier'
              ? nameIn(it.imported)
              : it.type === 'ImportDefaultSpecifier'
                ? 'default'
                : '*',
        })
    else if (node.type === 'ExportAllDeclaration') stars.push(fileOf(file, node.source.value))
    else if (node.type === 'ExportNamedDeclaration') {
      if (node.declaration) declare(node.declaration as unknown as Node, true)
      for (const { local, exported } of node.specifiers)
        exports.set(
          nameIn(exported),
          node.source ? { from: fileOf(file, node.source.value), name: nameIn(local) } : nameIn(local),
        )
    } else if (node.type === 'TSModuleDeclaration' && node.id.type === 'Literal') add(node as unknown as Node)
    else declare(node as unknown as Node, false)
  }
  parseSync('module.d.ts', text).program.body.forEach(read)
  return { declarations, imports, exports, stars, additions }
}

/** The modules of the product, opened as they are asked for; undefined for those of packages. */
export const moduleReader = (folder: string) => {
  const known = new Map<string, Module>()
  const read = (file: string): Module | undefined => {
    if (!file.startsWith(folder)) return undefined
    const path = file.replace(/\.(ts|tsx)$/, '.d.ts')
    if (!existsSync(path)) return undefined
    const found = known.get(file) ?? readModule(file, readFileSync(path, 'utf8'))
    known.set(file, found)
    return found
  }
  /** What the opened files add to an interface of this file, each with the file that adds it. */
  const additionsTo = (file: string, name: string) =>
    [...known]
      .flatMap(([by, { additions }]) => additions.map(it => ({ ...it, by })))
      .filter(it => it.to === file && it.name === name)
      .toSorted((a, b) => (a.by < b.by ? -1 : 1))
  return { read, additionsTo }
}

export type Read = ReturnType<typeof moduleReader>['read']

/** The file that declares a name, found through the files that pass it on. */
export const originOf = (read: Read, file: string, name: string): Origin | undefined => {
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
export const usedIn = (read: Read, file: string, name: string): Origin | undefined => {
  const module = read(file)
  if (module?.declarations.has(name)) return { from: file, name }
  const imported = module?.imports.get(name)
  if (!imported) return undefined
  return imported.name === '*' ? imported : originOf(read, imported.from, imported.name)
}

export const exportedNames = (read: Read, file: string): string[] => {
  const module = read(file)
  if (!module) return []
  return [
    ...module.exports.keys(),
    ...[...module.declarations.values()].filter(it => it.isExported).map(it => it.name),
    ...module.stars.flatMap(it => exportedNames(read, it)),
  ]
}
