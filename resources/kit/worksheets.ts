import { firstCharacters } from './clean.ts'

/** Cuts a text to this many UTF-16 units, as Excel counts them, and leaves characters whole. */
export const cutForExcel = (text: string, most: number) => {
  let count = most
  while (firstCharacters(text, count).length > most) count -= 1
  return firstCharacters(text, count)
}

/** Units of the longest name that Excel allows. */
const longestName = 31

/**
 * The name of a worksheet with this title, which Excel opens without a repair: without the characters that it allows in none, no
 * apostrophe, which it allows at neither end, not its own word History, and at most 31 units.
 */
export const worksheetName = (title: string) => {
  const allowed = title
    .replaceAll(/[\\/?*[\]:]/g, ' ')
    .replaceAll("'", '’')
    .trim()
  const name = cutForExcel(allowed, longestName)
  return name === '' || name.toLowerCase() === 'history' ? `${name}_` : name
}
