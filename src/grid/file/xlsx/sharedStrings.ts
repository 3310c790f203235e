import { decodeXml, xmlScanner } from './xmlScanner.ts'

/** Characters that XML cannot hold are written as `_x000D_`; the underscore itself may be `_x005F_`. */
export const decodeEscapes = (text: string) =>
  text.includes('_x')
    ? text.replaceAll(/_x([\da-f]{4})_/gi, (_, code: string) =>
        String.fromCharCode(Number.parseInt(code, 16)),
      )
    : text

/** Collects the text of a string item, which may be in several runs, without its phonetic guide. */
export const stringItem = () => {
  let text = ''
  let isText = false
  let isGuide = false
  return {
    open: (name: string) => {
      if (name === 'rPh') isGuide = true
      else if (name === 't') isText = !isGuide
    },
    close: (name: string) => {
      if (name === 'rPh') isGuide = false
      else if (name === 't') isText = false
    },
    text: (piece: string) => {
      if (isText) text += piece
    },
    take: () => {
      const taken = decodeEscapes(decodeXml(text))
      text = ''
      return taken
    },
  }
}

/** Reads sharedStrings.xml. */
export const sharedStrings = () => {
  const strings: string[] = []
  const item = stringItem()
  const scan = xmlScanner({
    open: item.open,
    close: name => {
      item.close(name)
      if (name === 'si') strings.push(item.take())
    },
    text: item.text,
  })
  return { scan, strings }
}
