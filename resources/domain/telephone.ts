/**
 * The address that dials a number; undefined for a text that is none. A landline may have an extension behind a second hyphen
 * (021-55550000-8012). RFC 3966 gives it as `ext`; a phone that does not know that dials the number itself.
 */
export const telephone = (text: string) => {
  const [, number = text, extension] = /^(\d{3,4}-\d{7,8})-(\d{1,6})$/.exec(text) ?? []
  return /^[+\d][\d\s()-]*$/.test(number)
    ? `tel:${number.replaceAll(/[^+\d]/g, '')}${extension ? `;ext=${extension}` : ''}`
    : undefined
}
