import { firstCharacters } from './clean.ts'

/** Cuts a text to this many UTF-16 units, as Excel counts them, and leaves characters whole. */
export const cutForExcel = (text: string, most: number) => {
  let count = most
  while (firstCharacters(text, count).length > most) count -= 1
  return firstCharacters(text, count)
}

/** The most UTF-16 units that Excel allows in the name of a worksheet. */
const longestName = 31

/**
 * Makes the name of a worksheet from a title, so that Excel opens the file without offering a repair. Excel refuses the characters
 * \ / ? * [ ] and : in a name, an apostrophe at either end, the reserved name History, and more than 31 UTF-16 units.
 */
export const worksheetName = (title: string) => {
  const allowed = title
    .replaceAll(/[\\/?*[\]:]/g, ' ')
    .replaceAll("'", '’')
    .trim()
  const name = cutForExcel(allowed, longestName)
  return name === '' || name.toLowerCase() === 'history' ? `${name}_` : name
}
