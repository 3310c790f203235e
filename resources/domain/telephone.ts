/** A landline and its extension, which stands behind a second hyphen: 021-55550000-8012. */
export const numberAndExtension = (text: string) => {
  const [, number = text, extension] = /^(\d{3,4}-\d{7,8})-(\d{1,6})$/.exec(text) ?? []
  return { number, extension }
}

/**
 * The address that dials a number; undefined for a text that is none. RFC 3966 gives an extension as `ext`; a phone that does not
 * know that dials the number itself.
 */
export const telephone = (text: string) => {
  const { number, extension } = numberAndExtension(text)
  return /^[+\d][\d\s()-]*$/.test(number)
    ? `tel:${number.replaceAll(/[^+\d]/g, '')}${extension ? `;ext=${extension}` : ''}`
    : undefined
}
