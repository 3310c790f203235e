/** A parsed regular expression, limited to the syntax used in this project; anything else is an error. */
export type Node =
  | { type: 'set'; test: (char: string) => boolean; source: string }
  | { type: 'all'; nodes: Node[] }
  | { type: 'either'; nodes: Node[] }
  | { type: 'repeat'; node: Node; min: number; max: number; isGreedy: boolean }
  | { type: 'group'; node: Node; index: number | null }
  | { type: 'look'; node: Node; isBehind: boolean; isNegative: boolean }
  | { type: 'edge'; source: string }
  | { type: 'again'; index: number }

const setOf = (source: string, flags: string): Node => {
  const pattern = new RegExp(`^${source}$`, flags.replaceAll(/[^iusv]/g, ''))
  return { type: 'set', test: char => pattern.test(char), source }
}

export const parsePattern = (source: string, flags: string): Node => {
  let at = 0
  let groups = 0
  const names: string[] = []
  const take = (text: string) => {
    if (!source.startsWith(text, at)) return false
    at += text.length
    return true
  }
  const takePattern = (pattern: RegExp) => {
    const sticky = new RegExp(pattern.source, 'y')
    sticky.lastIndex = at
    const found = sticky.exec(source)
    if (found) at += found[0].length
    return found
  }
  const either = (): Node => {
    const nodes = [all()]
    while (take('|')) nodes.push(all())
    return nodes.length === 1 ? nodes[0]! : { type: 'either', nodes }
  }
  const all = (): Node => {
    const nodes: Node[] = []
    while (at < source.length && source[at] !== '|' && source[at] !== ')') nodes.push(repeated())
    return { type: 'all', nodes }
  }
  const group = (): Node => {
    const look = takePattern(/\?(<?)([=!])/)
    const name = look ? null : takePattern(/\?<(\w+)>/)
    const index = look || (!name && take('?:')) ? null : (groups += 1)
    if (name && index !== null) names[index] = name[1]!
    const node = either()
    if (!take(')')) throw new Error(`an open group in /${source}/`)
    if (look) return { type: 'look', node, isBehind: look[1] === '<', isNegative: look[2] === '!' }
    return { type: 'group', node, index }
  }
  const atom = (): Node => {
    if (take('(')) return group()
    if (take('^')) return { type: 'edge', source: '^' }
    if (take('$')) return { type: 'edge', source: '$' }
    const edge = takePattern(/\\[bB]/)
    if (edge) return { type: 'edge', source: edge[0] }
    const backReference = takePattern(/\\([1-9])/)
    if (backReference) return { type: 'again', index: Number(backReference[1]) }
    const found = takePattern(
      /\[(?:\\.|[^\]\\])*\]|\\u\{[0-9A-Fa-f]+\}|\\u[0-9A-Fa-f]{4}|\\x[0-9A-Fa-f]{2}|\\[pP]\{[^}]*\}|\\.|[^\\]/u,
    )
    if (!found) throw new Error(`not read: /${source}/ at ${at}`)
    return setOf(found[0], flags)
  }
  const repeated = (): Node => {
    const node = atom()
    const found = takePattern(/([*+?]|\{(\d+)(,(\d*))?\})(\??)/)
    if (!found) return node
    const [, sign, least, comma, most, lazy] = found
    const [min, max] = {
      '*': [0, Infinity],
      '+': [1, Infinity],
      '?': [0, 1],
    }[sign!] ?? [Number(least), comma ? (most ? Number(most) : Infinity) : Number(least)]
    return { type: 'repeat', node, min: min!, max: max!, isGreedy: !lazy }
  }
  const node = either()
  if (at < source.length) throw new Error(`not read: /${source}/ at ${at}`)
  return node
}
