// A rule of the linter: texts that people read are cut by code points. `name[0]` and `name.slice(0, 20)` count UTF-16
// units, and leave half of a character such as 𠮷. The linter knows no types here, so that the rule goes by names.

import { type Context, isNode, type Node } from './nodes.ts'

const textName = /^(it|.*(?:[nN]ame|[tT]itle|[tT]ext|[sS]urname|[lL]abel|[sS]ummary|[mM]essage))$/
const cuts = new Set(['slice', 'substring', 'substr', 'charAt', 'at'])

/** Whether a property is an index, 0 included. */
const isIndex = (node: unknown) =>
  isNode(node) && node.type === 'Literal' && typeof node['value'] === 'number'

/** The last name of `name`, `person.name` or `person.name!`. */
const nameOf = (node: unknown): string => {
  if (!isNode(node)) return ''
  if (node.type === 'Identifier') return String(node['name'])
  if (node.type === 'MemberExpression' && node['computed'] === false) return nameOf(node['property'])
  if (node.type === 'ChainExpression' || node.type === 'TSNonNullExpression')
    return nameOf(node['expression'])
  return ''
}

/** Methods whose result is a text; that of `slice` may be a list. */
const makesText = new Set([
  'join',
  'replace',
  'replaceAll',
  'trim',
  'normalize',
  'toLowerCase',
  'toUpperCase',
])

/** Whether a node is a text that people read: by its name, or because a method of texts has made it. */
const isText = (node: unknown): boolean => {
  if (isNode(node) && node.type === 'CallExpression') {
    const callee = node['callee']
    return isNode(callee) && callee.type === 'MemberExpression' && makesText.has(nameOf(callee['property']))
  }
  return textName.test(nameOf(node))
}

const isPositive = (node: unknown) => {
  if (!isNode(node)) return false
  const value = node.type === 'UnaryExpression' ? node['argument'] : node
  return isNode(value) && value.type === 'Literal' && typeof value['value'] === 'number' && value['value'] > 0
}

/** The first name of `limits.cell`. */
const rootOf = (node: unknown): string =>
  isNode(node) && node.type === 'MemberExpression' ? rootOf(node['object']) : nameOf(node)

/** A length that is written as a number or as a constant; a place that was found in the text is no such length. */
const isLength = (node: unknown) =>
  isPositive(node) || /^(max|most|limit)/i.test(nameOf(node)) || /limits$/i.test(rootOf(node))

const message =
  'This cuts by UTF-16 units and may leave half a character: use firstCharacters, lastCharacters or Array.from.'

const create = (context: Context) => ({
  // An index into one's own parameter `it` is usually that into a pair, so that only other names are texts here.
  MemberExpression: (node: Node) => {
    const name = nameOf(node['object'])
    if (node['computed'] === true && name !== 'it' && textName.test(name) && isIndex(node['property']))
      context.report({ node, message })
  },
  CallExpression: (node: Node) => {
    const callee = node['callee']
    if (!isNode(callee) || callee.type !== 'MemberExpression' || callee['computed'] === true) return
    const given = Array.isArray(node['arguments']) ? node['arguments'] : []
    const cut = nameOf(callee['property'])
    // A first character needs no length.
    const isCut = cuts.has(cut) && (given.some(isLength) || cut === 'charAt' || cut === 'at')
    if (isCut && isText(callee['object'])) context.report({ node, message })
  },
})

export default { meta: { name: 'texts' }, rules: { 'whole-characters': { create } } }
