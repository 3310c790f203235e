import { attributeOf, xmlScanner } from './xmlScanner.ts'

/** How a cell shows its number: as a date, as a date without its day, with leading zeros to a number of digits, or plainly (0). */
export type NumberShape = 'date' | 'month' | number

/** Built-in formats of dates and times, those of East Asian languages included (ECMA-376 part 1, 18.8.30). */
const isBuiltInDate = (id: number) =>
  (id >= 14 && id <= 22) || (id >= 27 && id <= 36) || (id >= 45 && id <= 47) || (id >= 50 && id <= 58)

/**
 * Built-in formats of a month: mmm-yy, and yyyy"年"m"月" in simplified Chinese (ECMA-376 part 1, 18.8.30). In traditional Chinese some
 * of these show the whole day, which the file does not say.
 */
const monthIds = new Set([17, 27, 36, 50, 52, 57])

/** How a format code shows a date or time, which has letters outside quotes, brackets and escapes; undefined for other numbers. */
const dateShapeOf = (code: string): NumberShape | undefined => {
  const [first = ''] = code.split(';')
  const plain = first
    .replaceAll(/"[^"]*"|\\[^]|[_*][^]/g, '')
    .replaceAll(/\[(?:h+|m+|s+)\]/gi, 'h')
    .replaceAll(/\[[^[\]]*\]/g, '')
  if (/general|g\/通用格式/i.test(plain) || !/[ymdhs]/i.test(plain)) return undefined
  // A year is also written as one of an era (e, ee) or of the Buddhist era (b).
  return /[yeb]/i.test(plain) && /m/i.test(plain) && !/[dhs]/i.test(plain) ? 'month' : 'date'
}

const shapeOfCode = (code: string): NumberShape =>
  dateShapeOf(code) ?? (/^0{2,30}$/.test(code) ? code.length : 0)

const shapeOfId = (id: number): NumberShape => (monthIds.has(id) ? 'month' : isBuiltInDate(id) ? 'date' : 0)

/** Reads styles.xml; returns the shapes by the index that a cell's `s` names. */
export const numberShapes = () => {
  const custom = new Map<number, NumberShape>()
  const shapes: NumberShape[] = []
  let isInCells = false
  const scan = xmlScanner({
    open: (name, attributes) => {
      const id = Number(attributeOf(attributes, 'numFmtId') ?? 0)
      if (name === 'numFmt') custom.set(id, shapeOfCode(attributeOf(attributes, 'formatCode') ?? ''))
      else if (name === 'cellXfs') isInCells = true
      else if (name === 'xf' && isInCells) shapes.push(custom.get(id) ?? shapeOfId(id))
    },
    close: name => {
      if (name === 'cellXfs') isInCells = false
    },
    text: () => {},
  })
  return { scan, shapes }
}
