import { useTranslate } from 'ra-core'
import { type ReactNode, useState } from 'react'

import { isWorded } from '../../../resources/domain/change.ts'
import type { Fields, OutputOf } from '../../../resources/kit/index.ts'
import type { logs } from '../../../resources/logs.ts'
import { resourceNamed } from '../../../resources/index.ts'
import { translateChange } from '../../record/history/translateChange.ts'
import { Chip } from '../../ui/Chip.tsx'
import { Button } from '../../ui/Button.tsx'

type Change = OutputOf<typeof logs.calls.one>['diff'][number]

/** Adds whether the values are texts of the product, if the back-end does not say so. */
const withIsWorded = (fields: Fields | undefined, { field, isWorded: fromServer }: Change) => ({
  isWorded: fromServer ?? (isWorded(fields, field) ? 1 : 0),
})

/** Number of characters above which a text is folded. */
const maxUnfoldedLength = 240

const isLong = (text: string) => text.length > maxUnfoldedLength || text.split('\n').length > 6

const FoldableText = ({ children, isFolded }: { children: string | null | undefined; isFolded: boolean }) => {
  const translate = useTranslate()
  return children ? (
    <p className={isFolded ? 'log-text is-folded' : 'log-text'}>{children}</p>
  ) : (
    <p className="log-text cell-none">{translate('（空）')}</p>
  )
}

const ChangeSide = ({ word, isAfter, children }: { word: string; isAfter?: true; children: ReactNode }) => (
  <div className={isAfter ? 'log-side is-good' : 'log-side'}>
    <span className="caption">{word}</span>
    {children}
  </div>
)

type RowProps = { change: Change; isOneSided: boolean }

const ChangeRow = ({ change, isOneSided }: RowProps) => {
  const translate = useTranslate()
  const { before, after } = translateChange(change, translate)
  const label = translate(change.label)
  const [isOpen, setOpen] = useState(false)
  const isFoldable = isLong(before) || isLong(after)
  const isFolded = isFoldable && !isOpen
  return (
    <li className="log-change">
      <h3 className="cluster">
        {label}
        {change.masked === 1 && <Chip tone="faint">{translate('已脱敏')}</Chip>}
      </h3>
      {isOneSided ? (
        <div className="log-side">
          <FoldableText isFolded={isFolded}>{after}</FoldableText>
        </div>
      ) : (
        <div className="sides">
          <ChangeSide word={translate('修改前')}>
            <FoldableText isFolded={isFolded}>{before}</FoldableText>
          </ChangeSide>
          <ChangeSide word={translate('修改后')} isAfter>
            <FoldableText isFolded={isFolded}>{after}</FoldableText>
          </ChangeSide>
        </div>
      )}
      {isFoldable && (
        <Button
          look="link"
          aria-expanded={isOpen}
          aria-label={isOpen ? translate('收起%{label}', { label }) : translate('展开%{label}', { label })}
          onClick={() => setOpen(!isOpen)}
        >
          {isOpen ? translate('收起') : translate('展开全文')}
        </Button>
      )}
    </li>
  )
}

type Props = {
  changes: readonly Change[]
  /** Name of the resource that was changed. */
  of: string | null | undefined
  title: string
}

/** Changed fields with their old and new values; for a new record only the new ones. */
export const LoggedChanges = ({ changes, of, title }: Props) => {
  const fields = resourceNamed(of ?? '')?.fields
  if (changes.length === 0) return null
  const isOneSided = changes.every(change => !change.before)
  return (
    <section className="show-section" aria-label={title}>
      <h2>{title}</h2>
      <ol className="plain-list lined">
        {changes.map(change => (
          <ChangeRow
            key={change.field}
            change={{ ...change, ...withIsWorded(fields, change) }}
            isOneSided={isOneSided}
          />
        ))}
      </ol>
    </section>
  )
}
