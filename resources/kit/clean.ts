// Promise Q25 (server/promises.md): stored text is normalised and holds no invisible characters.

// Text copied from WeChat contains zero-width characters. Of the control characters, PostgreSQL refuses NUL, and
// nobody can see the others.
// eslint-disable-next-line no-control-regex -- these are the characters to remove
const invisible = /[\u0000-\u0008\u000B\u000C\u000E-\u001F\u007F\u200B-\u200F\u2028-\u202E\u2060\uFEFF]/g

/** Removes what PostgreSQL cannot store in text and JSON columns: NUL and lone surrogates. Everything else stays. */
export const stripUnstorable = (text: string) => text.toWellFormed().replaceAll('\0', '')

/**
 * Normalises a text to NFC and removes invisible characters, without trimming. Used for secrets, which must otherwise
 * stay as typed.
 */
export const stripInvisible = (text: string) => text.toWellFormed().normalize('NFC').replace(invisible, '')

/** Normalises a text, removes invisible characters and trims white space. */
export const cleanText = (text: string) => stripInvisible(text).trim()

/**
 * Cleans a text and converts full-width digits, letters and signs to half-width, which people type while an input
 * method is on.
 */
export const toHalfWidth = (text: string) =>
  cleanText(text).replace(/[\uFF01-\uFF5E]/g, char => String.fromCharCode(char.charCodeAt(0) - 0xfee0))

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

/**
 * Normalises a text for searching and comparing: full width equals half width, and upper case equals lower case. The
 * result is never stored.
 */
export const foldForSearch = (text: string) => text.normalize('NFKC').toLowerCase()

/** The length of a text in code points, as a person counts characters. */
export const countCharacters = (text: string) => Array.from(text).length
