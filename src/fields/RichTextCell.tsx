import { useEffect, useState } from 'react'

import { describe } from '../../resources/kit/index.ts'
import type { MarkupSet } from '../../resources/domain/markup.ts'
import type { CellProps } from './cells.tsx'

export const RichText = ({ html, allows }: { html: string; allows: MarkupSet }) => {
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

export const RichTextCell = ({ field, value, isWhole }: CellProps<'richText'>) =>
  isWhole ? (
    <RichText html={String(value)} allows={field.allows} />
  ) : (
    <span className="cell-line">{describe(field, value)}</span>
  )
