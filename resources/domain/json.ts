/** Too deep or too large to be looked into: what recurses over a value would run out of stack. */
export class JsonTooLarge extends Error {
  override name = 'JsonTooLarge'
}

/** No form of ours is deeper. */
const maxDepth = 32
const maxEntries = 1000

/** The end of the text that begins at a quote. */
const endOfText = (text: string, from: number) => {
  for (let at = from + 1; at < text.length; at += 1) {
    if (text[at] === '\\') at += 1
    else if (text[at] === '"') return at
  }
  return text.length
}

/** By its characters, since parsing something deep takes seconds already (promise Q23). */
const checkSize = (text: string, entries: number) => {
  let [depth, count, before] = [0, 0, '']
  for (let at = 0; at < text.length; at += 1) {
    const character = text[at]!
    if (/\s/.test(character)) continue
    if (character === '[' || character === '{') [depth, count] = [depth + 1, count + 1]
    else if (character === ']' || character === '}')
      // Counted when it began, and empty.
      [depth, count] = [depth - 1, before === '[' || before === '{' ? count - 1 : count]
    // Of n entries there are n - 1 commas.
    else if (character === ',') count += 1
    else if (character === '"') at = endOfText(text, at)
    before = character
    if (depth > maxDepth || (count > entries && character !== '[' && character !== '{'))
      throw new JsonTooLarge('JSON too deep or too large')
  }
}

/**
 * The value of a JSON text from outside, at most 32 levels deep and with at most so many entries in all its objects and
 * lists. Throws a SyntaxError or `JsonTooLarge`.
 */
export const parseJson = (text: string, { entries = maxEntries } = {}): unknown => {
  checkSize(text, entries)
  return JSON.parse(text)
}
