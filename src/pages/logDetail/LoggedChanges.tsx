import { useTranslate } from 'ra-core'
import { type ReactNode, useState } from 'react'

import { isWorded } from '../../../resources/domain/change.ts'
import type { Fields, OutputOf } from '../../../resources/kit/index.ts'
import type { logs } from '../../../resources/logs.ts'
import { resourceNamed } from '../../../resources/index.ts'
import { translateChange } from '../../record/history/translateChange.ts'
import { Chip } from '../../fields/cells.tsx'
import { Button } from '../../shell/Button.tsx'

type Change = OutputOf<typeof logs.calls.one>['diff'][number]

/** A back-end may not say it. */
const wordedAs = (fields: Fields | undefined, { field, isWorded: told }: Change) => ({
  isWorded: told ?? (isWorded(fields, field) ? 1 : 0),
})

/** From here on a text is folded, so that the next change stays in sight. */
const long = 240

const isLong = (text: string) => text.length > long || text.split('\n').length > 6

const Text = ({ children, isFolded }: { children: string | null | undefined; isFolded: boolean }) => {
  const translate = useTranslate()
  return children ? (
    <p className={isFolded ? 'log-text is-folded' : 'log-text'}>{children}</p>
  ) : (
    <p className="log-text cell-none">{translate('（空）')}</p>
  )
}

const Side = ({ word, isAfter, children }: { word: string; isAfter?: true; children: ReactNode }) => (
  <div className={isAfter ? 'log-side is-good' : 'log-side'}>
    <span className="caption">{word}</span>
    {children}
  </div>
)

type RowProps = { change: Change; isOneSided: boolean }

const Row = ({ change, isOneSided }: RowProps) => {
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
          <Text isFolded={isFolded}>{after}</Text>
        </div>
      ) : (
        <div className="sides">
          <Side word={translate('修改前')}>
            <Text isFolded={isFolded}>{before}</Text>
          </Side>
          <Side word={translate('修改后')} isAfter>
            <Text isFolded={isFolded}>{after}</Text>
          </Side>
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
  /** The resource that was changed. */
  of: string | null | undefined
  title: string
}

/** Each changed field, what it was beside what it is; of something new only what it is. */
export const LoggedChanges = ({ changes, of, title }: Props) => {
  const fields = resourceNamed(of ?? '')?.fields
  if (changes.length === 0) return null
  const isOneSided = changes.every(change => !change.before)
  return (
    <section className="show-section" aria-label={title}>
      <h2>{title}</h2>
      <ol className="plain-list lined">
        {changes.map(change => (
          <Row
            key={change.field}
            change={{ ...change, ...wordedAs(fields, change) }}
            isOneSided={isOneSided}
          />
        ))}
      </ol>
    </section>
  )
}
