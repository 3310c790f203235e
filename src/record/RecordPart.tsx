import { useTranslate } from 'ra-core'
import type { ReactNode } from 'react'

import { CallError, errorSentence } from '../../providers/envelope.ts'
import { IntentLink } from '../routing/IntentLink.tsx'
import { PartFailed } from '../loading/PartFailed.tsx'

type PartQuery<T> = {
  data: T | undefined
  error: unknown
  isPaused?: boolean
  refetch: () => Promise<unknown>
}

/** Loading, error or missing right of a part; the rest of the page stays usable. */
const PartPlaceholder = ({ error, isPaused, refetch }: Omit<PartQuery<unknown>, 'data'>) => {
  const translate = useTranslate()
  const { code } = error instanceof CallError ? error : {}
  if (code === '4030' || code === '4031') return <p className="secondary">{translate('没有权限查看')}</p>
  if (error)
    return (
      <PartFailed
        text={translate('这部分加载失败：%{message}', { message: errorSentence(error, translate) })}
        onRetry={() => void refetch()}
      />
    )
  return (
    <p className="secondary" role="status">
      {isPaused ? translate('网络已断开') : translate('加载中…')}
    </p>
  )
}

type Props<T> = {
  title: string
  query: PartQuery<T>
  /** Link to the page with all entries. */
  more?: { to: string; label: string } | undefined
  className?: string
  /** What stays usable while the part is loading or has failed, such as a choice of what to load. */
  tools?: ReactNode
  children: (data: T) => ReactNode
}

/** Part of a record page that is loaded by a call of its own. */
export const RecordPart = <T,>({ title, query, more, className, tools, children }: Props<T>) => (
  <section className={className ? `show-section part ${className}` : 'show-section part'} aria-label={title}>
    <div className="part-head">
      <h2>{title}</h2>
      {more && <IntentLink to={more.to}>{more.label}</IntentLink>}
    </div>
    {tools}
    {query.data === undefined ? <PartPlaceholder {...query} /> : children(query.data)}
  </section>
)
