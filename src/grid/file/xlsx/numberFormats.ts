import { attributeOf, xmlScanner } from './xmlScanner.ts'

/** How a cell shows its number: as a date, with leading zeros to a number of digits, or plainly (0). */
export type NumberShape = 'date' | number

/** Built-in formats of dates and times, those of East Asian languages included (ECMA-376 part 1, 18.8.30). */
const isBuiltInDate = (id: number) =>
  (id >= 14 && id <= 22) || (id >= 27 && id <= 36) || (id >= 45 && id <= 47) || (id >= 50 && id <= 58)

/** Whether a format code shows a date or time: it has a letter of one outside quotes, brackets and escapes. */
const isDateCode = (code: string) => {
  const [first = ''] = code.split(';')
  const plain = first
    .replaceAll(/"[^"]*"|\\[^]|[_*][^]/g, '')
    .replaceAll(/\[(?:h+|m+|s+)\]/gi, 'h')
    .replaceAll(/\[[^[\]]*\]/g, '')
  return !/general|g\/通用格式/i.test(plain) && /[ymdhs]/i.test(plain)
}

const shapeOfCode = (code: string): NumberShape =>
  isDateCode(code) ? 'date' : /^0{2,30}$/.test(code) ? code.length : 0

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
      else if (name === 'xf' && isInCells) shapes.push(custom.get(id) ?? (isBuiltInDate(id) ? 'date' : 0))
    },
    close: name => {
      if (name === 'cellXfs') isInCells = false
    },
    text: () => {},
  })
  return { scan, shapes }
}
