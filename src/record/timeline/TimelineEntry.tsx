import { useTranslate } from 'ra-core'
import { useState } from 'react'

import { logActions, undoReason } from '../../../resources/domain/logVocabulary.ts'
import type { registry } from '../../../resources/index.ts'
import type { OutputOf } from '../../../resources/kit/index.ts'
import type { Translate } from '../../../resources/kit/translate.ts'
import { Chip } from '../../ui/Chip.tsx'
import { timestampText } from '../../fields/dates/dates.ts'
import { Button } from '../../ui/Button.tsx'
import { useFormats } from '../../language/useLanguage.ts'
import { ChangedValue } from './ChangedValue.tsx'

export type Entry = OutputOf<(typeof registry)['timeline.page']>['entries'][number]

const labels: ReadonlyMap<string, string> = new Map(logActions)

const titleOf = ({ action }: Entry, translate: Translate) =>
  action === null ? translate('消息') : translate(labels.get(action) ?? action)

const receiversText = ({ names = [], receivers = 0 }: Entry, translate: Translate) => {
  const text = names.join(translate('、'))
  return receivers > names.length
    ? translate('发给%{names}等%{count}人', { names: text, count: receivers })
    : translate('发给%{names}', { names: text })
}

/** Number of changed fields listed by name; with more (as in a new record) only their number is shown. */
const maxNamed = 5

const changedText = ({ changes }: Entry, translate: Translate) =>
  changes.length > maxNamed
    ? translate('%{count} 项内容', { count: changes.length })
    : changes.map(change => translate(change.label)).join(translate('、'))

const Changes = ({ entry }: { entry: Entry }) => {
  const translate = useTranslate()
  const [isOpen, setOpen] = useState(false)
  const isWithoutValues = entry.changes.every(({ before, after }) => before === '' && after === '')
  if (isWithoutValues) return <p className="caption">{changedText(entry, translate)}</p>
  return (
    <details className="history-diff" onToggle={event => setOpen(event.currentTarget.open)}>
      <summary>{changedText(entry, translate)}</summary>
      {isOpen && (
        <dl className="facts">
          {entry.changes.map(change => (
            <div key={change.field}>
              <dt>{translate(change.label)}</dt>
              <dd>
                <ChangedValue change={change} />
              </dd>
            </div>
          ))}
        </dl>
      )}
    </details>
  )
}

type Props = { entry: Entry; onRestore: (() => void) | undefined }

/** What happened, by whom and when, with the differences. */
export const TimelineEntry = ({ entry, onRestore }: Props) => {
  const translate = useTranslate()
  const formats = useFormats()
  const { kind, at, by, text, reason, result, revision, changes } = entry
  const time = timestampText(at, formats)
  const title = titleOf(entry, translate)
  // The summary of a sign-in, for example, says nothing more.
  const summary = text !== null && changes.length === 0 && translate(text)
  return (
    <li>
      <p className="cluster">
        <strong>{title}</strong>
        {by !== null && <span>{translate(by)}</span>}
        {result === 0 && <Chip tone="bad">{translate('失败')}</Chip>}
      </p>
      <p className="cluster caption">
        <time dateTime={at}>{time}</time>
        {revision !== null && <span>{translate('第%{version}版', { version: revision })}</span>}
        {onRestore && (
          <Button
            look="link"
            aria-label={translate('恢复 %{timestampText} 的版本', { timestampText: time })}
            onClick={onRestore}
          >
            {translate('恢复…')}
          </Button>
        )}
      </p>
      {summary && summary !== title && <p className="timeline-text">{summary}</p>}
      {kind === 'message' && (entry.receivers ?? 0) > 0 && (
        <p className="caption">{receiversText(entry, translate)}</p>
      )}
      {reason && (
        <p className="timeline-text secondary">
          {kind === 'message' || reason === undoReason ? translate(reason) : reason}
        </p>
      )}
      {changes.length > 0 && <Changes entry={entry} />}
    </li>
  )
}
