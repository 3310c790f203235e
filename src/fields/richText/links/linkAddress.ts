import { markup } from '../../../../resources/domain/markup.ts'

/** Completes a typed link address with its scheme (https, mailto, tel); null if it is not a valid address. */
export const linkAddress = (typed: string): string | null => {
  const text = typed.trim()
  const address = /^[\w.+-]+@[\w-]+(\.[\w-]+)+$/.test(text)
    ? `mailto:${text}`
    : /^(1[3-9]\d{9}|\d{3,4}-\d{7,8}|400-?\d{3}-?\d{4})$/.test(text)
      ? `tel:${text}`
      : /^[\w-]+(\.[\w-]+)+([/?#]\S*)?$/.test(text)
        ? `https://${text}`
        : text
  return markup.article.link.test(address) ? address : null
}

/** Links of an article open beside it, and the page that they lead to learns nothing about it. */
export const linkAttributes = { target: '_blank', rel: 'noopener noreferrer nofollow' } as const
