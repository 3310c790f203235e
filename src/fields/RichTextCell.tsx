import { useEffect, useState } from 'react'

import { describe } from '../../resources/kit/index.ts'
import type { CellProps } from './cells.tsx'

/** Cleaned again here, though the server stores only clean HTML: a firm's own back-end may not. */
const RichText = ({ html }: { html: string }) => {
  const [clean, setClean] = useState('')
  useEffect(() => {
    let isCurrent = true
    void import('dompurify').then(({ default: purify }) => {
      if (isCurrent)
        setClean(
          purify.sanitize(html, { USE_PROFILES: { html: true }, FORBID_TAGS: ['form', 'style', 'iframe'] }),
        )
    })
    return () => {
      isCurrent = false
    }
  }, [html])
  return <div className="rich-text" dangerouslySetInnerHTML={{ __html: clean }} />
}

export const RichTextCell = ({ field, value, isWhole }: CellProps<'richText'>) =>
  isWhole ? <RichText html={String(value)} /> : <span className="cell-line">{describe(field, value)}</span>
