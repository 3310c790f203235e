// The HTML of an article of a 公众号, as far as it differs from what the editor of an article writes. All of it is sanitised
// afterwards.

const attributes = {
  source: /\ssrc=(?:"([^"]*)"|'([^']*)')/i,
  lateSource: /\sdata-src=(?:"([^"]*)"|'([^']*)')/i,
  text: /\salt=(?:"([^"]*)"|'([^']*)')/i,
}

/** An attribute of a tag, as it is written. */
const attributeIn = (tag: string, name: keyof typeof attributes) => {
  const [, double, single] = attributes[name].exec(tag) ?? []
  return double ?? single
}

/** The address that stands for a picture until its copy is stored. */
export const placeholder = (index: number) => `/api/files/official/${index}.jpg`

/** The tags of placeholders in sanitised HTML, with the number of the picture. */
export const placeholders = /<img\b[^<>]* src="\/api\/files\/official\/(\d{1,6})\.jpg"[^<>]*>/g

/**
 * Takes the addresses of the pictures out of an article, because sanitising lets through encrypted addresses only, and puts
 * placeholders there. WeChat often writes the address into `data-src`, beside a picture of one pixel in `src`.
 */
export const takePictures = (content: string) => {
  const addresses: string[] = []
  const html = content.replaceAll(/<img\b[^<>]*>/gi, tag => {
    const address = attributeIn(tag, 'lateSource') ?? attributeIn(tag, 'source')
    if (!address) return ''
    const text = (attributeIn(tag, 'text') ?? '').replaceAll('"', '&quot;')
    addresses.push(address.replaceAll('&amp;', '&'))
    return `<img src="${placeholder(addresses.length - 1)}" alt="${text}">`
  })
  return { html, addresses }
}

const containers =
  /<\/?(?:section|div|article|header|footer|main|aside|center|address|dl|dt|dd|pre|details|summary)\b[^<>]*>/gi

/**
 * Editors for WeChat write sections instead of paragraphs, which sanitising would join into one: each edge of a container
 * becomes the edge of a paragraph.
 */
export const withParagraphs = (html: string) => html.replaceAll(containers, '</p><p>')

/** Sanitised HTML without the paragraphs that show nothing. */
export const withoutEmptyParagraphs = (html: string) =>
  html.replaceAll(/<p>(?:\s|&nbsp;|<br \/>|<(?:strong|em|u|s)><\/(?:strong|em|u|s)>)*<\/p>/g, '')
