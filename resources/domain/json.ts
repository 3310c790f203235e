import { stripUnstorable } from '../kit/clean.ts'

/** A JSON text is nested too deeply or has too many values: recursive code would overflow the stack. */
export class JsonTooLarge extends Error {
  override name = 'JsonTooLarge'
}

/** No form of the product is nested more deeply. */
const maxDepth = 32
const maxEntries = 1000

/** The index of the quote that ends the string which begins at `from`. */
const endOfText = (text: string, from: number) => {
  for (let at = from + 1; at < text.length; at += 1) {
    if (text[at] === '\\') at += 1
    else if (text[at] === '"') return at
  }
  return text.length
}

/** Scans the characters without parsing, since parsing a deeply nested text can take seconds (promise Q23). */
const checkSize = (text: string, entries: number) => {
  let [depth, count, before] = [0, 0, '']
  for (let at = 0; at < text.length; at += 1) {
    const character = text[at]!
    if (/\s/.test(character)) continue
    if (character === '[' || character === '{') [depth, count] = [depth + 1, count + 1]
    else if (character === ']' || character === '}')
      // An empty object or list was counted as one value when it began, which is undone here.
      [depth, count] = [depth - 1, before === '[' || before === '{' ? count - 1 : count]
    // A list of n values has n - 1 commas.
    else if (character === ',') count += 1
    else if (character === '"') at = endOfText(text, at)
    before = character
    if (depth > maxDepth || (count > entries && character !== '[' && character !== '{'))
      throw new JsonTooLarge('JSON too deep or too large')
  }
}

/**
 * Parses a JSON text from outside, with at most 32 levels and `entries` values in all objects and lists. Throws a
 * SyntaxError or `JsonTooLarge`.
 */
export const parseJson = (text: string, { entries = maxEntries } = {}): unknown => {
  checkSize(text, entries)
  return JSON.parse(text)
}

/**
 * Makes the texts of a parsed value storable, in place and without recursion. The texts of a JSON text within another one
 * pass this only when it is parsed.
 */
export const makeStorable = (value: unknown): void => {
  const pending: unknown[] = [value]
  for (let next = pending.pop(); next !== undefined; next = pending.pop()) {
    if (typeof next !== 'object' || next === null) continue
    for (const [name, child] of Object.entries(next))
      if (typeof child !== 'string') pending.push(child)
      // Changed in place with defineProperty, because a parsed key may be __proto__.
      else if (child !== stripUnstorable(child))
        Object.defineProperty(next, name, { value: stripUnstorable(child) })
  }
}
