// A rule of the linter: what a test waits for comes late on a machine that is ten times slower. A wait without a limit of its own ends
// after a minute and says what it was.

import { type Context, isNode, type Node } from './nodes.ts'

const leastMs = 60_000
const message = 'This wait is shorter than a minute: leave out its limit, which the set-up gives to all.'

const create = (context: Context) => ({
  Property: (node: Node) => {
    const { key, value } = node
    if (!isNode(key) || key['name'] !== 'timeout' || !isNode(value)) return
    const limit = value['value']
    if (typeof limit === 'number' && limit < leastMs) context.report({ node, message })
  },
})

export default { meta: { name: 'waits' }, rules: { 'at-least-a-minute': { create } } }
