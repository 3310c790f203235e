import { type Node, parsePattern } from './parse.ts'

type Next = (at: number) => boolean

const longestOf = (node: Node): number => {
  switch (node.type) {
    case 'set':
      return 1
    case 'all':
      return node.nodes.reduce((sum, it) => sum + longestOf(it), 0)
    case 'either':
      return Math.max(...node.nodes.map(longestOf))
    case 'repeat':
      return longestOf(node.node) * node.max
    case 'group':
      return longestOf(node.node)
    case 'look':
    case 'edge':
      return 0
    case 'again':
      return Infinity
  }
}

/** Stops a search that exceeds the step limit. */
class StepLimitError extends Error {}
const MAX_STEPS = 1_000_000

/**
 * Searches all matches like a backtracking engine and counts the characters that it examines: a measure of
 * cost that does not depend on the machine.
 */
export const countSteps = (node: Node, flags: string, text: string) => {
  const chars = /[uv]/.test(flags) ? [...text] : text.split('')
  let steps = 0
  let groups: [from: number, to: number][] = []
  const step = () => {
    steps += 1
    if (steps > MAX_STEPS) throw new StepLimitError()
  }
  const isWord = (at: number) => /^\w$/.test(chars[at] ?? '')
  const isEdge = (source: string, at: number) => {
    step()
    const isLine = flags.includes('m')
    if (source === '^') return at === 0 || (isLine && chars[at - 1] === '\n')
    if (source === '$') return at === chars.length || (isLine && chars[at] === '\n')
    return (isWord(at - 1) !== isWord(at)) === (source === '\\b')
  }
  const repeat = (it: Extract<Node, { type: 'repeat' }>, count: number, at: number, next: Next): boolean => {
    const more = () =>
      count < it.max &&
      match(it.node, at, end => (end === at && count >= it.min ? false : repeat(it, count + 1, end, next)))
    if (count < it.min) return more()
    return it.isGreedy ? more() || next(at) : next(at) || more()
  }
  const look = (node: Extract<Node, { type: 'look' }>, at: number) => {
    if (!node.isBehind) return match(node.node, at, () => true)
    const least = Math.max(0, at - longestOf(node.node))
    for (let from = at; from >= least; from -= 1) if (match(node.node, from, end => end === at)) return true
    return false
  }
  const matchAgain = (index: number, at: number, next: Next) => {
    const [from, to] = groups[index] ?? [0, 0]
    for (let offset = 0; offset < to - from; offset += 1) {
      step()
      if (chars[from + offset] !== chars[at + offset]) return false
    }
    return next(at + to - from)
  }
  const inOrder = (nodes: Node[], index: number, at: number, next: Next): boolean =>
    index === nodes.length ? next(at) : match(nodes[index]!, at, end => inOrder(nodes, index + 1, end, next))
  const match = (it: Node, at: number, next: Next): boolean => {
    switch (it.type) {
      case 'set':
        step()
        return at < chars.length && it.test(chars[at]!) && next(at + 1)
      case 'all':
        return inOrder(it.nodes, 0, at, next)
      case 'either':
        return it.nodes.some(one => match(one, at, next))
      case 'repeat':
        return repeat(it, 0, at, next)
      case 'group':
        return match(it.node, at, end => {
          if (it.index !== null) groups[it.index] = [at, end]
          return next(end)
        })
      case 'look':
        return look(it, at) !== it.isNegative && next(at)
      case 'edge':
        return isEdge(it.source, at) && next(at)
      case 'again':
        return matchAgain(it.index, at, next)
    }
  }
  const matches: [number, number][] = []
  try {
    for (let from = 0; from <= chars.length; from += 1) {
      groups = []
      let end = -1
      if (!match(node, from, at => ((end = at), true))) continue
      matches.push([from, end])
      from = Math.max(from, end - 1)
    }
  } catch (error) {
    if (error instanceof StepLimitError) return { steps: Infinity, matches }
    throw error
  }
  return { steps, matches }
}

const alphabet = [...'a0A-._ /@<>=#!&:,[]()"\'*+\\$%', '中', '\n', '\u200b', '\u0001']
const sampleOf = (test: (char: string) => boolean) => alphabet.filter(test)

/** Approximately the shortest text that matches. */
const shortestMatch = (node: Node): string => {
  switch (node.type) {
    case 'set':
      return (
        sampleOf(node.test)[0] ?? [...node.source.matchAll(/\w/g)].find(it => node.test(it[0]))?.[0] ?? '?'
      )
    case 'all':
      return node.nodes.map(shortestMatch).join('')
    case 'either':
      return shortestMatch(node.nodes[0]!)
    case 'repeat':
      return shortestMatch(node.node).repeat(node.min)
    case 'group':
      return shortestMatch(node.node)
    case 'look':
    case 'edge':
    case 'again':
      return ''
  }
}

type Found = { prefixes: Set<string>; units: Set<string> }

/** Collects the text before each repetition and the texts that could be repeated there. */
const survey = (node: Node, prefix: string, found: Found): void => {
  switch (node.type) {
    case 'set':
      for (const char of [shortestMatch(node), ...sampleOf(node.test).slice(0, 2)]) found.units.add(char)
      break
    case 'all':
      node.nodes.reduce((before, child) => {
        survey(child, before, found)
        return before + (shortestMatch(child) || (child.type === 'repeat' ? shortestMatch(child.node) : ''))
      }, prefix)
      break
    case 'either':
      for (const it of node.nodes) survey(it, prefix, found)
      break
    case 'repeat':
      found.prefixes.add(prefix)
      found.units.add(shortestMatch(node.node) || '?')
      survey(node.node, prefix, found)
      break
    case 'group':
    case 'look':
      found.units.add(shortestMatch(node.node) || '?')
      survey(node.node, prefix, found)
      break
    case 'edge':
    case 'again':
      break
  }
}

const attacksOn = (node: Node) => {
  const found: Found = { prefixes: new Set(['', 'a']), units: new Set() }
  survey(node, '', found)
  const wholeMatch = shortestMatch(node)
  const units = [...found.units].slice(0, 14)
  const pairs = units.flatMap(a => units.map(b => a + b))
  const pumps = new Set([...units, ...pairs, wholeMatch, wholeMatch.slice(0, -1)])
  return [...found.prefixes]
    .slice(0, 8)
    .flatMap(prefix =>
      [...pumps]
        .filter(it => it !== '')
        .flatMap(pump =>
          ['', '\u0001', '!', 'a', '\n@ '].map(
            suffix => (count: number) => prefix + pump.repeat(Math.ceil(count / pump.length)) + suffix,
          ),
        ),
    )
}

const SHORT_LENGTH = 110

/**
 * A text for which the pattern needs more than twice the steps when the text is twice as long; null if none
 * was found.
 */
export const worstText = (source: string, flags: string): string | null => {
  const node = parsePattern(source, flags)
  for (const attack of attacksOn(node)) {
    const [once, twice] = [SHORT_LENGTH, SHORT_LENGTH * 2].map(
      count => countSteps(node, flags, attack(count)).steps,
    )
    if (twice! > once! * 2.7 || twice === Infinity) return attack(6)
  }
  return null
}
