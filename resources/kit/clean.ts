// Promise Q25 (server/promises.md).

// Zero-width characters arrive with text copied from WeChat; control characters are refused by PostgreSQL (NUL)
// or invisible to everybody.
// eslint-disable-next-line no-control-regex -- these are the characters to remove
const invisible = /[\u0000-\u0008\u000B\u000C\u000E-\u001F\u007F\u200B-\u200F\u2028-\u202E\u2060\uFEFF]/g

/** What PostgreSQL can keep, as text and in JSON; else as it was sent. */
export const storable = (text: string) => text.toWellFormed().replaceAll('\0', '')

/** NFC, well-formed, visible text; nothing trimmed. For secrets, which must stay as typed. */
export const visible = (text: string) => text.toWellFormed().normalize('NFC').replace(invisible, '')

/** Visible text without white space around it. */
export const clean = (text: string) => visible(text).trim()

/** Full-width digits, letters and signs to half-width: people type phones and mails with an input method on. */
export const halfWidth = (text: string) =>
  clean(text).replace(/[\uFF01-\uFF5E]/g, char => String.fromCharCode(char.charCodeAt(0) - 0xfee0))

/** The text between the tags. A tag ends before the next begins: `<[^>]*>` reads to the end for each one left open. */
export const withoutTags = (html: string, instead = '') => html.replace(/<[^<>]*>/g, instead)

/** At most so many characters: a cut through the middle of one leaves half of it. */
export const firstOf = (text: string, most: number) => {
  const characters = Array.from(text.slice(0, most * 2)).slice(0, most)
  return text.length <= most ? text : characters.join('').toWellFormed()
}

/** For searching and comparing, never for storing: full width and half width, upper and lower case are one. */
export const folded = (text: string) => text.normalize('NFKC').toLowerCase()

/** Length as a person counts it: code points. */
export const lengthOf = (text: string) => Array.from(text).length

/** A mainland mobile number, half-width; here, so that the sign-in page checks by it without any schema. */
export const mobilePattern = /^1[3-9]\d{9}$/
