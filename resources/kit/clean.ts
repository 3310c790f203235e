// Promise Q25 (server/promises.md): stored text is normalised and holds no invisible characters.

/**
 * Characters that nobody can see: controls except tab and line breaks, separators of lines and paragraphs, and the
 * default ignorable code points of Unicode, which texts copied from WeChat and spreadsheets contain. Variation
 * selectors belong to them too, but stay: they choose between the shapes of a character in somebody's name.
 */
const invisible = /(?![\t\n\r\p{Variation_Selector}])[\p{Default_Ignorable_Code_Point}\p{Cc}\u2028\u2029]/gu

/** Removes what PostgreSQL cannot store in text and JSON columns: NUL and lone surrogates. Everything else stays. */
export const stripUnstorable = (text: string) => text.toWellFormed().replaceAll('\0', '')

/**
 * Normalises a text to NFC and removes invisible characters, without trimming. Used for secrets, which must otherwise
 * stay as typed.
 */
export const stripInvisible = (text: string) => text.toWellFormed().normalize('NFC').replace(invisible, '')

/** Normalises a text, removes invisible characters and trims white space. */
export const cleanText = (text: string) => stripInvisible(text).trim()

/** `cleanText` for a text of one line, in which tabs and line breaks become blanks. */
export const cleanLine = (text: string) => cleanText(text).replace(/[\t\n\r]+/g, ' ')

/**
 * Cleans a text and converts full-width digits, letters and signs to half-width, which people type while an input
 * method is on.
 */
export const toHalfWidth = (text: string) =>
  cleanLine(text).replace(/[\uFF01-\uFF5E]/g, char => String.fromCharCode(char.charCodeAt(0) - 0xfee0))

/**
 * Replaces each HTML tag by `instead`. The pattern excludes `<` inside a tag: with `<[^>]*>` each unclosed tag would
 * be searched to the end of the text.
 */
export const stripTags = (html: string, instead = '') => html.replace(/<[^<>]*>/g, instead)

/** The first `most` code points of a text. Cutting by UTF-16 units could leave half a character. */
export const firstCharacters = (text: string, most: number) => {
  const characters = Array.from(text.slice(0, most * 2)).slice(0, most)
  return text.length <= most ? text : characters.join('').toWellFormed()
}

/** The last `most` code points of a text. */
export const lastCharacters = (text: string, most: number) => Array.from(text).slice(-most).join('')

/**
 * Normalises a text for searching and comparing: full width equals half width, upper case equals lower case, and the
 * shapes of a character are one. `foldedIn` (server/records/search.ts) is its equivalent in SQL.
 */
export const foldForSearch = (text: string) =>
  text
    .normalize('NFKC')
    .toLowerCase()
    .replace(/\p{Variation_Selector}/gu, '')

/** The length of a text in code points, as a person counts characters. */
export const countCharacters = (text: string) => Array.from(text).length
