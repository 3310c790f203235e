import { useEffect, useState } from 'react'

import type { MarkupSet } from '../../resources/domain/markup.ts'

/** HTML of the firm, cleaned before it is shown; what cleans it comes with the first such text. */
export const RichText = ({ html, allows }: { html: string; allows: MarkupSet }) => {
  // Not suspended and not a query: the page around it shows at once, and the text goes with its record.
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
