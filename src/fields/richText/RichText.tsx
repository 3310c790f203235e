import { useEffect, useState } from 'react'

import type { MarkupSet } from '../../../resources/domain/markup.ts'

/** Shows HTML entered by users, sanitised first. The sanitiser is loaded with the first such text. */
export const RichText = ({ html, allows }: { html: string; allows: MarkupSet }) => {
  // An effect instead of suspense or a query, so that the page is shown before the sanitiser has loaded.
  const [clean, setClean] = useState('')
  useEffect(() => {
    let isCurrent = true
    void import('./cleanHtml.ts').then(({ cleanHtml }) => {
      if (isCurrent) setClean(cleanHtml(html, allows))
    })
    return () => {
      isCurrent = false
    }
  }, [html, allows])
  return <div className="rich-text" dangerouslySetInnerHTML={{ __html: clean }} />
}
