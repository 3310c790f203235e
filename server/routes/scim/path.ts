import { parseJson } from '../../../resources/domain/json.ts'
import { badRequest, type ScimType } from './scimError.ts'

// Paths and filters as identity providers write them (RFC 7644, §3.4.2.2 and figure 1): comparisons by `eq`, joined by `and`.
// Own code, because of what a stranger may send (docs/decisions/2026-11-29-scim-filters-by-own-code.md): nothing recurses, each
// character is read once, and no name of the client becomes a key of an object.

export const coreSchema = 'urn:ietf:params:scim:schemas:core:2.0:User'
export const enterpriseSchema = 'urn:ietf:params:scim:schemas:extension:enterprise:2.0:User'

/** One comparison: the attribute in lower case, such as `emails.value` or `enterprise.department`, and the value. */
export type ScimComparison = { attribute: string; value: string | number | boolean }

/** An attribute of a user, in lower case; `where` chooses among several values. */
export type AttributePath = { attribute: string; where: readonly ScimComparison[] }

/** The longest filter or path, and the most comparisons in one. */
const most = { characters: 2000, comparisons: 10 }

/** Blanks, or else a quoted text, a bracket or a word. A quotation that does not end is a text too, and refused as a value. */
const token = /\s+|("(?:[^"\\]|\\.)*"?)|([[\]()])|([^\s"[\]()]+)/y

const tokensOf = (text: string, scimType: ScimType) => {
  const refuse = () => badRequest(scimType, '表达式有误，请检查写法')
  if (text.length > most.characters) throw refuse()
  const tokens: string[] = []
  for (token.lastIndex = 0; token.lastIndex < text.length;) {
    const match = token.exec(text)
    if (!match) throw refuse()
    const taken = match[1] ?? match[2] ?? match[3]
    if (taken !== undefined) tokens.push(taken)
  }
  return tokens
}

/** The attribute without the name of its schema; that of the enterprise extension begins with `enterprise`. */
export const attributeName = (word: string) => {
  const name = word.toLowerCase()
  for (const [schema, prefix] of [
    [coreSchema.toLowerCase(), ''],
    [enterpriseSchema.toLowerCase(), 'enterprise'],
  ] as const) {
    if (name === schema) return prefix
    // A colon by the standard; Entra ID wrote a point until 2018.
    if (name.startsWith(`${schema}:`) || name.startsWith(`${schema}.`))
      return [prefix, name.slice(schema.length + 1)].filter(Boolean).join('.')
  }
  return name
}

/** The value of a comparison: a JSON text, a number or a boolean. */
const valueOf = (word: string): string | number | boolean | undefined => {
  try {
    const value: unknown = parseJson(word)
    if (typeof value === 'number') return Number.isFinite(value) ? value : undefined
    return typeof value === 'string' || typeof value === 'boolean' ? value : undefined
  } catch {
    // Providers also write True and False.
    const name = word.toLowerCase()
    return name === 'true' || name === 'false' ? name === 'true' : undefined
  }
}

/** Takes tokens from the front, and refuses what is not expected. */
const reader = (tokens: readonly string[], scimType: ScimType) => {
  let at = 0
  const refuse = () => badRequest(scimType, '只支持用 eq 比较、用 and 连接的表达式')
  const next = () => tokens[at]
  const take = () => {
    const taken = tokens[at]
    if (taken === undefined) throw refuse()
    at += 1
    return taken
  }
  const takeThis = (expected: string) => {
    if (take().toLowerCase() !== expected) throw refuse()
  }
  const word = () => {
    const taken = take()
    if (/^["[\]()]/.test(taken)) throw refuse()
    return taken
  }
  const comparedValue = () => {
    takeThis('eq')
    const value = valueOf(take())
    if (value === undefined) throw refuse()
    return value
  }
  /** The comparisons in square brackets after the name of an attribute, whose own attributes they compare. */
  const inBrackets = () => {
    const where: ScimComparison[] = []
    if (next() !== '[') return where
    do {
      take()
      where.push({ attribute: word().toLowerCase(), value: comparedValue() })
      if (where.length > most.comparisons) throw refuse()
    } while (next()?.toLowerCase() === 'and')
    takeThis(']')
    return where
  }
  const attributePath = (): AttributePath => {
    const name = attributeName(word())
    const where = inBrackets()
    const isPart = where.length > 0 && next()?.startsWith('.') === true
    return { attribute: isPart ? `${name}${word().toLowerCase()}` : name, where }
  }
  return { refuse, next, take, comparedValue, attributePath }
}

/** Parses the path of an operation of a PATCH; throws `invalidPath`. */
export const parsePath = (text: string): AttributePath => {
  const { attributePath, next, refuse } = reader(tokensOf(text, 'invalidPath'), 'invalidPath')
  const path = attributePath()
  if (next() !== undefined) throw refuse()
  return path
}

/** Parses a filter as the comparisons that must all be true; throws `invalidFilter`. */
export const parseFilter = (text: string): (ScimComparison & { where: readonly ScimComparison[] })[] => {
  const { attributePath, comparedValue, next, take, refuse } = reader(
    tokensOf(text, 'invalidFilter'),
    'invalidFilter',
  )
  const comparisons = []
  for (;;) {
    comparisons.push({ ...attributePath(), value: comparedValue() })
    if (next() === undefined) return comparisons
    if (take().toLowerCase() !== 'and' || comparisons.length >= most.comparisons) throw refuse()
  }
}
