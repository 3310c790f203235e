import { existsSync, globSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'

import { type ESTree, parseSync } from 'vite'

import { refuse } from './mistake.ts'

// Adds to what a person wrote: code is inserted at places that the parser finds, and everything else stays as it is.

type Literal = ESTree.ObjectExpression | ESTree.ArrayExpression

/** A file of an extension with what is to be inserted into it. */
export type Source = {
  path: string
  text: string
  program: ESTree.Program
  comments: readonly { start: number; end: number }[]
  insertions: { at: number; code: string }[]
}

const parse = (path: string, text: string): Source => {
  const { program, comments, errors } = parseSync(path, text)
  const [error] = errors
  if (error) refuse(`${path}: ${error.message}`)
  return { path, text, program, comments, insertions: [] }
}

/** Whether a constant may have this name. */
export const isVariable = (name: string) => parseSync('name.ts', `const ${name} = 0`).errors.length === 0

/** Opens each file once, so that several insertions meet in the same source. */
export const openSources = () => {
  const opened = new Map<string, Source>()
  return {
    open: (path: string): Source => {
      const found = opened.get(path) ?? parse(path, readFileSync(path, 'utf8'))
      opened.set(path, found)
      return found
    },
    changed: () => [...opened.values()].filter(it => it.insertions.length > 0),
  }
}
export type Sources = ReturnType<typeof openSources>

/** The text of a source with its insertions. */
export const writtenText = ({ text, insertions }: Source): string => {
  const inOrder = insertions.toSorted((a, b) => a.at - b.at)
  const pieces = inOrder.map(({ at, code }, index) => text.slice(inOrder[index - 1]?.at ?? 0, at) + code)
  return pieces.join('') + text.slice(inOrder.at(-1)?.at ?? 0)
}

/** Inserts an element or a property at the end of a literal; comments stay where they are. */
export const insertInto = (source: Source, literal: Literal, code: string) => {
  const items = literal.type === 'ObjectExpression' ? literal.properties : literal.elements
  const last = items.at(-1)
  const end = literal.end - 1
  const isComment = (at: number) => source.comments.some(it => it.start <= at && at < it.end)
  const after = last ? Array.from({ length: end - last.end }, (_, index) => last.end + index) : []
  const hasComma = after.some(at => source.text[at] === ',' && !isComment(at))
  const isSeparated = hasComma || source.insertions.some(it => it.at === last?.end)
  if (last && !isSeparated) source.insertions.push({ at: last.end, code: ',' })
  // Several insertions into one literal follow each other, each on lines of its own.
  const isAtLineStart =
    /\n[ \t]*$/.test(source.text.slice(literal.start, end)) || source.insertions.some(it => it.at === end)
  source.insertions.push({ at: end, code: `${isAtLineStart ? '' : '\n'}${code},\n` })
}

export const insertImport = (source: Source, code: string) => {
  const imports = source.program.body.filter(it => it.type === 'ImportDeclaration')
  const last = imports.at(-1)
  source.insertions.push(last ? { at: last.end, code: `\n${code}` } : { at: 0, code: `${code}\n` })
}

/** Imports those of these names that the file does not have yet, together with what it imports from the same place. */
export const importNames = (source: Source, names: readonly string[], from: string) => {
  const missing = [...new Set(names)].filter(it => !namesIn(source).includes(it)).toSorted()
  if (missing.length === 0) return
  const present = source.program.body.find(it => it.type === 'ImportDeclaration' && it.source.value === from)
  const last = present?.type === 'ImportDeclaration' ? present.specifiers.at(-1) : undefined
  if (last?.type === 'ImportSpecifier')
    source.insertions.push({ at: last.end, code: `, ${missing.join(', ')}` })
  else insertImport(source, `import { ${missing.join(', ')} } from '${from}'`)
}

const unwrapped = (node: ESTree.Expression): ESTree.Expression =>
  node.type === 'TSAsExpression' ||
  node.type === 'TSSatisfiesExpression' ||
  node.type === 'ParenthesizedExpression'
    ? unwrapped(node.expression)
    : node

const declarations = ({ program }: Source) =>
  program.body
    .map(it => (it.type === 'ExportNamedDeclaration' ? it.declaration : it))
    .flatMap(it => (it?.type === 'VariableDeclaration' ? it.declarations : []))

/** The names that a file declares or imports. */
export const namesIn = (source: Source): string[] => [
  ...declarations(source).flatMap(({ id }) => (id.type === 'Identifier' ? [id.name] : [])),
  ...source.program.body.flatMap(it =>
    it.type === 'ImportDeclaration' ? it.specifiers.map(({ local }) => local.name) : [],
  ),
]

type Place = { source: Source; node: ESTree.Expression }

/** Where the value of an expression is written: there, as a constant of the file, or in a file from which it is imported. */
const resolve = (sources: Sources, source: Source, expression: ESTree.Expression): Place | undefined => {
  const node = unwrapped(expression)
  if (node.type !== 'Identifier') return { source, node }
  const own = declarations(source).find(({ id }) => id.type === 'Identifier' && id.name === node.name)
  if (own?.init) return resolve(sources, source, own.init)
  const imported = source.program.body.find(
    it => it.type === 'ImportDeclaration' && it.specifiers.some(({ local }) => local.name === node.name),
  )
  if (imported?.type !== 'ImportDeclaration' || !imported.source.value.startsWith('.')) return undefined
  const file = join(dirname(source.path), imported.source.value)
  if (!existsSync(file)) return undefined
  const other = sources.open(file)
  const specifier = imported.specifiers.find(({ local }) => local.name === node.name)
  const name =
    specifier?.type === 'ImportSpecifier' && specifier.imported.type === 'Identifier'
      ? specifier.imported.name
      : node.name
  const declared = declarations(other).find(({ id }) => id.type === 'Identifier' && id.name === name)
  return declared?.init ? resolve(sources, other, declared.init) : undefined
}

const propertyOf = (object: ESTree.ObjectExpression, name: string) =>
  object.properties.find(
    it =>
      it.type === 'Property' &&
      ((it.key.type === 'Identifier' && it.key.name === name) ||
        (it.key.type === 'Literal' && it.key.value === name)),
  )

type ObjectPlace = { source: Source; node: ESTree.ObjectExpression }

/** Finds the first object that a call of this function takes. */
export const argumentOf = (sources: Sources, source: Source, callee: string): ObjectPlace | undefined => {
  const candidates = [
    ...source.program.body.flatMap(it => (it.type === 'ExportDefaultDeclaration' ? [it.declaration] : [])),
    ...declarations(source).flatMap(({ init }) => init ?? []),
  ]
  for (const candidate of candidates) {
    if (candidate.type !== 'CallExpression' && candidate.type !== 'Identifier') continue
    const place = resolve(sources, source, candidate)
    const call = place?.node
    if (!place || call?.type !== 'CallExpression') continue
    if (call.callee.type !== 'Identifier' || call.callee.name !== callee) continue
    for (const argument of call.arguments) {
      if (argument.type === 'SpreadElement') continue
      const found = resolve(sources, place.source, argument)
      if (found?.node.type === 'ObjectExpression') return { source: found.source, node: found.node }
    }
  }
  return undefined
}

const cannotAdd = (source: Source, name: string): never =>
  refuse(
    `${source.path}: ${name} 不是写在文件里的列表，请自行添加 (is no literal to which something can be added; add it by hand)`,
  )

/** The literal that is the value of a property; undefined if there is no such property. Throws if it is no literal. */
export const literalOf = (sources: Sources, { source, node }: ObjectPlace, name: string) => {
  const property = propertyOf(node, name)
  if (property?.type !== 'Property') return undefined
  const place = resolve(sources, source, property.value)
  if (place?.node.type === 'ObjectExpression') return { source: place.source, node: place.node }
  if (place?.node.type === 'ArrayExpression') return { source: place.source, node: place.node }
  return cannotAdd(source, name)
}

/** Adds code to the array or object literal that is the value of a property. A missing property is added with it. */
export const addTo = (sources: Sources, object: ObjectPlace, name: string, code: string, isList = false) => {
  const place = literalOf(sources, object, name)
  if (place) return insertInto(place.source, place.node, code)
  return insertInto(object.source, object.node, `${name}: ${isList ? `[${code}]` : `{ ${code} }`}`)
}

/** The tables that files of a folder declare by `pgTable`, with the objects of their columns. */
export const tablesIn = (folder: string, sources: Sources) =>
  globSync(join(folder, '**/*.ts'), { exclude: ['**/node_modules/**'] })
    .map(it => sources.open(it))
    .flatMap(source =>
      declarations(source).flatMap(({ init }) => {
        if (init?.type !== 'CallExpression' || init.callee.type !== 'Identifier') return []
        const [name, columns] = init.arguments
        if (init.callee.name !== 'pgTable' || name?.type !== 'Literal') return []
        return columns?.type === 'ObjectExpression' ? [{ source, name: name.value, columns }] : []
      }),
    )
