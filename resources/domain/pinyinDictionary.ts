import type { Dictionary } from './nameReadings.ts'

/** The functions of pinyin-pro that the dictionary needs; the library itself is too large for the first page. */
type PinyinPro = {
  pinyin: (
    text: string,
    options: { toneType: 'num'; type: 'array'; v: true; surname: 'off'; toneSandhi: false },
  ) => readonly string[]
  polyphonic: (text: string, options: { toneType: 'num'; type: 'array'; v: true }) => readonly string[][]
}

/** An index mark of the stroke order of CLDR: it is sorted before the characters of that number of strokes. */
const strokeMark = (strokes: number) => `\uFDD0${String.fromCodePoint(0x2800 + strokes)}`
const mostStrokes = 64

/** The dictionary of pinyin-pro, with the strokes that the collation of the platform knows. */
export const pinyinDictionary = ({ pinyin, polyphonic }: PinyinPro): Dictionary => {
  const strokeOrder = new Intl.Collator('zh-u-co-stroke')
  const readings = new Map<string, readonly string[]>()
  const strokes = new Map<string, number>()

  const countStrokes = (character: string) => {
    let [least, most] = [0, mostStrokes]
    while (least < most) {
      const middle = Math.ceil((least + most) / 2)
      if (strokeOrder.compare(character, strokeMark(middle)) < 0) most = middle - 1
      else least = middle
    }
    return least
  }

  /** Each character is looked up once; names of a firm share few. */
  const cached =
    <V>(values: Map<string, V>, find: (character: string) => V) =>
    (character: string) => {
      const known = values.get(character)
      if (known !== undefined) return known
      const value = find(character)
      values.set(character, value)
      return value
    }

  return {
    read: characters =>
      pinyin(characters, { toneType: 'num', type: 'array', v: true, surname: 'off', toneSandhi: false }),
    readingsOf: cached(
      readings,
      character => polyphonic(character, { toneType: 'num', type: 'array', v: true })[0] ?? [],
    ),
    strokesOf: cached(strokes, countStrokes),
  }
}
