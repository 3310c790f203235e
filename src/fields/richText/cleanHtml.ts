import purify from 'dompurify'

import { fileAddress } from '../../../resources/kit/index.ts'
import { markup, type MarkupSet } from '../../../resources/domain/markup.ts'

// DOMPurify allows data: addresses for pictures regardless of its configuration.
purify.addHook('afterSanitizeAttributes', node => {
  for (const name of ['src', 'poster'])
    if (!fileAddress.test(node.getAttribute(name) ?? '')) node.removeAttribute(name)
})

const allowedUrls = /^(https?:\/\/|mailto:|tel:|(?:\/[\w-]{1,40}){0,4}\/api\/files\/)/i

/** Sanitises HTML before it is shown. Our server stores only sanitised HTML, but another back-end may not. */
export const cleanHtml = (html: string, set: MarkupSet) => {
  const { tags, attributes } = markup[set]
  return purify.sanitize(html, {
    ALLOWED_TAGS: [...tags],
    ALLOWED_ATTR: Object.values(attributes).flat(),
    ALLOWED_URI_REGEXP: allowedUrls,
  })
}
