// Posters and print sheets are SVG with text, not rendered pictures: a server has no Chinese font that can be
// relied on, least of all for the rare characters of names, but every phone or desktop that shows or prints
// them does.

const entities: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' }
export const escapeXml = (text: string) => text.replaceAll(/[&<>"]/g, it => entities[it]!)

export const fonts =
  "'PingFang SC','Hiragino Sans GB','Microsoft YaHei','Source Han Sans SC','Noto Sans CJK SC','Noto Sans SC',sans-serif"

/** The width of a character relative to the font size; never less than in any of the fonts. */
const widthOf = (character: string) => {
  if (character > '\u2E7F') return 1
  if (/[A-Z@%MWmw&]/.test(character)) return 0.82
  return /[ iljtf.,:;'|!()-]/.test(character) ? 0.38 : 0.6
}
const textWidth = (text: string) => [...text].reduce((sum, character) => sum + widthOf(character), 0)

/** The largest font size, up to `size`, at which the text fits. */
export const fittingSize = (text: string, size: number, room: number) =>
  Math.min(size, Math.floor(room / Math.max(1, textWidth(text))))

/** Splits a text where a line may break: between words, or anywhere between Chinese characters. */
const piecesOf = (text: string) => text.match(/[^\s\u2E80-\uFFFF]+\s*|\s+|./gsu) ?? []

/** Breaks the text into lines; text that does not fit into the last line is replaced by an ellipsis. */
export const wrapText = (text: string, size: number, room: number, maxLines: number) => {
  const textElements: string[] = ['']
  for (const piece of piecesOf(text)) {
    if (textWidth((textElements.at(-1)! + piece).trimEnd()) * size > room && textElements.at(-1) !== '')
      textElements.push('')
    textElements[textElements.length - 1] += piece
  }
  if (textElements.length <= maxLines) return textElements.map(it => it.trim())
  const keptLines = textElements.slice(0, maxLines).map(it => it.trim())
  let lastLine = keptLines.at(-1)!
  while (lastLine !== '' && textWidth(`${lastLine}…`) * size > room)
    lastLine = [...lastLine].slice(0, -1).join('')
  return [...keptLines.slice(0, -1), `${lastLine}…`]
}

type TextStyle = { size: number; fill: string; weight?: 400 | 600; anchor?: 'start' | 'middle' | 'end' }

export const textElement = (
  text: string,
  x: number,
  y: number,
  { size, fill, weight = 400, anchor = 'start' }: TextStyle,
) =>
  text === ''
    ? ''
    : `<text x="${x}" y="${y}" font-size="${size}" font-weight="${weight}" fill="${fill}" text-anchor="${anchor}">${escapeXml(text)}</text>`

export const textElements = (
  texts: readonly string[],
  x: number,
  y: number,
  leading: number,
  style: TextStyle,
) => texts.map((text, at) => textElement(text, x, y + at * leading, style)).join('')

/** Darkens a pale colour (#RRGGBB) so that white text on it is readable. */
export const darkenForWhiteText = (colour: string) => {
  const parts = [1, 3, 5].map(at => Number.parseInt(colour.slice(at, at + 2), 16))
  if (parts.some(Number.isNaN)) return '#1F3A5F'
  const [red = 0, green = 0, blue = 0] = parts
  const luminance = (red * 0.299 + green * 0.587 + blue * 0.114) / 255
  const factor = luminance > 0.42 ? 0.42 / luminance : 1
  return `#${parts
    .map(it =>
      Math.round(it * factor)
        .toString(16)
        .padStart(2, '0'),
    )
    .join('')}`
}
