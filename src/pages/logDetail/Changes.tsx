import { type ReactNode, useState } from 'react'

import type { OutputOf } from '../../../resources/kit/index.ts'
import type { logs } from '../../../resources/logs.ts'
import { Chip } from '../../fields/cells.tsx'

type Change = OutputOf<typeof logs.calls.one>['diff'][number]

/** From here on a text is folded, so that the next change stays in sight. */
const long = 240

const isLong = (text: string) => text.length > long || text.split('\n').length > 6

const Text = ({ children, isFolded }: { children: string | null | undefined; isFolded: boolean }) =>
  children ? (
    <p className={isFolded ? 'log-text is-folded' : 'log-text'}>{children}</p>
  ) : (
    <p className="log-text cell-none">(空)</p>
  )

const Side = ({ word, kind, children }: { word: string; kind: 'before' | 'after'; children: ReactNode }) => (
  <div className={`log-side is-${kind}`}>
    <span className="log-word">{word}</span>
    {children}
  </div>
)

const Row = ({ change, isOneSided }: { change: Change; isOneSided: boolean }) => {
  const { label, before, after, masked } = change
  const [isOpen, setOpen] = useState(false)
  const isFoldable = isLong(before ?? '') || isLong(after ?? '')
  const isFolded = isFoldable && !isOpen
  return (
    <li className={isOneSided ? 'log-change is-one-sided' : 'log-change'}>
      <h3>
        {label}
        {masked === 1 && <Chip tone="faint">已脱敏</Chip>}
      </h3>
      <div className="log-sides">
        {!isOneSided && (
          <Side word="修改前" kind="before">
            <Text isFolded={isFolded}>{before}</Text>
          </Side>
        )}
        <Side word={isOneSided ? '内容' : '修改后'} kind="after">
          <Text isFolded={isFolded}>{after}</Text>
        </Side>
      </div>
      {isFoldable && (
        <button
          type="button"
          className="button button-link"
          aria-expanded={isOpen}
          aria-label={`${isOpen ? '收起' : '展开'}${label}`}
          onClick={() => setOpen(it => !it)}
        >
          {isOpen ? '收起' : '展开全文'}
        </button>
      )}
    </li>
  )
}

/** Each changed field, what it was beside what it is; of something new only what it is. */
export const Changes = ({ changes, title }: { changes: readonly Change[]; title: string }) => {
  if (changes.length === 0) return null
  const isOneSided = changes.every(it => !it.before)
  return (
    <section className="show-section" aria-label={title}>
      <h2>{title}</h2>
      <ol className="log-changes">
        {changes.map(it => (
          <Row key={it.field} change={it} isOneSided={isOneSided} />
        ))}
      </ol>
    </section>
  )
}
