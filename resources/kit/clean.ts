// Zero-width characters arrive with text copied from WeChat; control characters are refused by PostgreSQL (NUL)
// or invisible to everybody.
// eslint-disable-next-line no-control-regex -- these are the characters to remove
const invisible = /[\u0000-\u0008\u000B\u000C\u000E-\u001F\u007F\u200B-\u200F\u2028-\u202E\u2060\uFEFF]/g

/** NFC, well-formed, visible text; nothing trimmed. For secrets, which must stay as typed. */
export const visible = (text: string) => text.toWellFormed().normalize('NFC').replace(invisible, '')

/** Visible text without white space around it. */
export const clean = (text: string) => visible(text).trim()

/** Full-width digits, letters and signs to half-width: people type phones and mails with an input method on. */
export const halfWidth = (text: string) =>
  clean(text).replace(/[\uFF01-\uFF5E]/g, char => String.fromCharCode(char.charCodeAt(0) - 0xfee0))

/** Length as a person counts it: code points. */
export const lengthOf = (text: string) => Array.from(text).length
