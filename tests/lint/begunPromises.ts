// A rule of the linter: calls that were all begun before a loop awaits them one by one are rejected while nobody listens,
// which ends the run as an unhandled rejection whenever a later one is quicker. The loop goes over functions instead.

import { type Context, isNode, type Node } from './nodes.ts'

/** The variable of `for (const name of …)`. */
const variableOf = (loop: Node): string => {
  const left = loop['left']
  const [declarator] = isNode(left) && Array.isArray(left['declarations']) ? left['declarations'] : []
  const id: unknown = isNode(declarator) ? declarator['id'] : undefined
  return isNode(id) && id.type === 'Identifier' ? String(id['name']) : ''
}

/** The name in `expect(name)`. */
const expectedIn = (node: unknown): string => {
  if (!isNode(node) || node.type !== 'CallExpression') return ''
  const [argument] = Array.isArray(node['arguments']) ? node['arguments'] : []
  return isNode(argument) && argument.type === 'Identifier' ? String(argument['name']) : ''
}

const message = 'This promise was begun before the loop awaits it: loop over functions that begin one each.'

const create = (context: Context) => {
  const variables: string[] = []
  return {
    ForOfStatement: (node: Node) => void variables.push(variableOf(node)),
    'ForOfStatement:exit': () => void variables.pop(),
    MemberExpression: (node: Node) => {
      const property = node['property']
      if (!isNode(property) || property['name'] !== 'rejects') return
      const name = expectedIn(node['object'])
      if (name !== '' && variables.includes(name)) context.report({ node, message })
    },
  }
}

export default { meta: { name: 'promises' }, rules: { 'begun-in-loop': { create } } }
