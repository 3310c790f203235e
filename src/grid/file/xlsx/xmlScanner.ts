import { brokenFile } from '../unreadable.ts'

// The readers of the spreadsheet libraries drop what an import must know (the type of a cell, formulas without a value,
// merged ranges, hidden sheets) or hold a whole sheet in memory, so that the parts are scanned here, piece by piece.

type XmlHandlers = {
  /** An opening tag without its prefix, such as `row` for `<x:row r="1">`. */
  open: (name: string, attributes: string) => void
  close: (name: string) => void
  /** A piece of undecoded text; a text may come in several. */
  text: (piece: string) => void
}

/** Longest tag, comment or declaration in characters; what is longer is taken for an attack. */
const longestTag = 1024 * 1024

const localName = (name: string) => name.slice(name.indexOf(':') + 1)

const attributePattern = /\s*([^\s=]+)\s*=\s*(?:"([^"]*)"|'([^']*)')/y

/** Value of an attribute by its name without a prefix; undefined if the tag does not have it. */
export const attributeOf = (attributes: string, wanted: string): string | undefined => {
  attributePattern.lastIndex = 0
  for (let match = attributePattern.exec(attributes); match; match = attributePattern.exec(attributes)) {
    const [, name = '', double, single = ''] = match
    if (localName(name) === wanted) return decodeXml(double ?? single)
  }
  return undefined
}

const entities: Readonly<Record<string, string>> = { amp: '&', lt: '<', gt: '>', quot: '"', apos: "'" }

const characterOf = (reference: string) => {
  const code = /^#x/i.test(reference) ? Number.parseInt(reference.slice(2), 16) : Number(reference.slice(1))
  return code <= 0x10_ff_ff ? String.fromCodePoint(code) : ''
}

/** Replaces entities by their characters. */
export const decodeXml = (text: string) =>
  text.includes('&')
    ? text.replace(/&(#x[\da-f]{1,6}|#\d{1,7}|[a-z]{2,4});/gi, (whole, reference: string) =>
        reference.startsWith('#') ? characterOf(reference) : (entities[reference] ?? whole),
      )
    : text

/** Position behind the `>` of a tag, which may occur within quotes; 0 if the tag is incomplete. */
const endOfTag = (text: string, from: number) => {
  let quote = ''
  for (let at = from; at < text.length; at++) {
    const char = text[at]!
    if (quote !== '') {
      if (char === quote) quote = ''
    } else if (char === '"' || char === "'") quote = char
    else if (char === '>') return at + 1
  }
  return 0
}

const sections = [
  ['<!--', '-->'],
  ['<![CDATA[', ']]>'],
  ['<?', '?>'],
  ['<!', '>'],
] as const

/** Position behind the end of the section; 0 if it is incomplete. */
const endOfSection = (text: string, from: number, end: string) => {
  const at = text.indexOf(end, from)
  return at < 0 ? 0 : at + end.length
}

const tagName = /[^\s/>]+/y

/** Reports the tag between these positions of the text. */
const emitTag = (text: string, start: number, end: number, { open, close }: XmlHandlers) => {
  const isClosing = text[start + 1] === '/'
  const isEmpty = text[end - 2] === '/'
  tagName.lastIndex = start + (isClosing ? 2 : 1)
  const name = localName(tagName.exec(text)?.[0] ?? '')
  if (!isClosing) open(name, text.slice(tagName.lastIndex, isEmpty ? end - 2 : end - 1))
  if (isClosing || isEmpty) close(name)
}

/** Scanner of an XML text that arrives in pieces. Throws if a tag is too long. */
export const xmlScanner = (handlers: XmlHandlers) => {
  let rest = ''
  return (piece: string) => {
    const text = rest + piece
    let at = 0
    while (at < text.length) {
      const start = text.indexOf('<', at)
      if (start !== at) handlers.text(text.slice(at, start < 0 ? undefined : start))
      if (start < 0) {
        at = text.length
        break
      }
      at = start
      // The start of a section may be incomplete, too.
      if (text.length - start < 9 && !text.includes('>', start)) break
      const section =
        text[start + 1] === '!' || text[start + 1] === '?'
          ? sections.find(([opening]) => text.startsWith(opening, start))
          : undefined
      const end = section ? endOfSection(text, start + section[0].length, section[1]) : endOfTag(text, start)
      if (end === 0) break
      if (end - start > longestTag) throw brokenFile()
      if (section?.[0] === '<![CDATA[') handlers.text(text.slice(start + 9, end - 3).replaceAll('&', '&amp;'))
      else if (!section) emitTag(text, start, end, handlers)
      at = end
    }
    rest = text.slice(at)
    if (rest.length > longestTag) throw brokenFile()
  }
}
