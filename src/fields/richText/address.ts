import { markup } from '../../../resources/domain/markup.ts'

/** What somebody typed as an address of a link: with what he left out, or null where it can't be one. */
export const addressOf = (typed: string): string | null => {
  const text = typed.trim()
  const whole = /^[\w.+-]+@[\w-]+(\.[\w-]+)+$/.test(text)
    ? `mailto:${text}`
    : /^(1[3-9]\d{9}|\d{3,4}-\d{7,8}|400-?\d{3}-?\d{4})$/.test(text)
      ? `tel:${text}`
      : /^[\w-]+(\.[\w-]+)+([/?#]\S*)?$/.test(text)
        ? `https://${text}`
        : text
  return markup.article.link.test(whole) ? whole : null
}
