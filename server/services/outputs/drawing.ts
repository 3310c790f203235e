// Poster and print sheet are drawings with text, not pictures of text: a server has no Chinese font that can be relied
// on, least of all for the rare characters of names, and every phone and desktop that shows or prints them has one.

const entities: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' }
export const xml = (text: string) => text.replaceAll(/[&<>"]/g, it => entities[it]!)

export const fonts =
  "'PingFang SC','Hiragino Sans GB','Microsoft YaHei','Source Han Sans SC','Noto Sans CJK SC','Noto Sans SC',sans-serif"

/** How wide a character is beside the size of its font: never less than it is drawn, in any of the fonts. */
const widthOf = (character: string) => {
  if (character > '\u2E7F') return 1
  if (/[A-Z@%MWmw&]/.test(character)) return 0.82
  return /[ iljtf.,:;'|!()-]/.test(character) ? 0.38 : 0.6
}
const textWidth = (text: string) => [...text].reduce((sum, character) => sum + widthOf(character), 0)

/** The font's size at which a text has room. */
export const sizeFor = (text: string, size: number, room: number) =>
  Math.min(size, Math.floor(room / Math.max(1, textWidth(text))))

/** Words stay whole; between Chinese characters a line may end anywhere. */
const piecesOf = (text: string) => text.match(/[^\s\u2E80-\uFFFF]+\s*|\s+|./gsu) ?? []

/** The text in lines of so much room; what does not fit in the last is left out, with an ellipsis. */
export const linesOf = (text: string, size: number, room: number, most: number) => {
  const lines: string[] = ['']
  for (const piece of piecesOf(text)) {
    if (textWidth((lines.at(-1)! + piece).trimEnd()) * size > room && lines.at(-1) !== '') lines.push('')
    lines[lines.length - 1] += piece
  }
  if (lines.length <= most) return lines.map(it => it.trim())
  const kept = lines.slice(0, most).map(it => it.trim())
  let last = kept.at(-1)!
  while (last !== '' && textWidth(`${last}…`) * size > room) last = [...last].slice(0, -1).join('')
  return [...kept.slice(0, -1), `${last}…`]
}

type Look = { size: number; fill: string; weight?: 400 | 600; anchor?: 'start' | 'middle' | 'end' }

export const line = (
  text: string,
  x: number,
  y: number,
  { size, fill, weight = 400, anchor = 'start' }: Look,
) =>
  text === ''
    ? ''
    : `<text x="${x}" y="${y}" font-size="${size}" font-weight="${weight}" fill="${fill}" text-anchor="${anchor}">${xml(text)}</text>`

export const lines = (texts: readonly string[], x: number, y: number, leading: number, look: Look) =>
  texts.map((text, at) => line(text, x, y + at * leading, look)).join('')

/** #RRGGBB as white type on it can be read: a pale colour is taken darker. */
export const darkEnough = (colour: string) => {
  const parts = [1, 3, 5].map(at => Number.parseInt(colour.slice(at, at + 2), 16))
  if (parts.some(Number.isNaN)) return '#1F3A5F'
  const [red = 0, green = 0, blue = 0] = parts
  const light = (red * 0.299 + green * 0.587 + blue * 0.114) / 255
  const factor = light > 0.42 ? 0.42 / light : 1
  return `#${parts
    .map(it =>
      Math.round(it * factor)
        .toString(16)
        .padStart(2, '0'),
    )
    .join('')}`
}
