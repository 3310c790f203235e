import { useGetList, useTranslate } from 'ra-core'
import { useState } from 'react'

import { useRecordForPage } from '../../providers/useRecordForPage.ts'
import type { LogModule } from '../../resources/domain/logVocabulary.ts'
import type { OutputOf } from '../../resources/kit/index.ts'
import type { logs } from '../../resources/logs.ts'
import { timestampText } from '../fields/dates/dates.ts'
import { Dialog } from '../ui/Dialog.tsx'
import { Loaded } from '../states/Loaded.tsx'
import { RecordTimeline } from '../record/timeline/RecordTimeline.tsx'

import '../record/history/history.css'
import { useFormats } from '../language/useLanguage.ts'
import { WordDiff } from '../record/history/WordDiff.tsx'

type LogEntry = OutputOf<(typeof logs.calls)['one']>
type LogRow = OutputOf<(typeof logs.calls)['getAdminLogPageList']>['records'][number]

/** Which log entries are shown. */
export type LogFilter = { module: LogModule; targetType: string }

const EntryChanges = ({ id }: { id: number }) => {
  const translate = useTranslate()
  const query = useRecordForPage<LogEntry>('logs', id, { staleTime: Infinity })
  return (
    <Loaded query={query} loading={<p role="status">{translate('加载中…')}</p>}>
      {({ diff }) => (
        <dl className="facts">
          {diff.map(({ field, label, before, after }) => (
            <div key={field}>
              <dt>{translate(label)}</dt>
              <dd>
                <WordDiff before={before ?? ''} after={after ?? ''} />
              </dd>
            </div>
          ))}
        </dl>
      )}
    </Loaded>
  )
}

const LogEntryDetails = ({ id, title }: { id: number; title: string }) => {
  const [isOpen, setOpen] = useState(false)
  return (
    <details className="history-diff" onToggle={event => setOpen(event.currentTarget.open)}>
      <summary>{title}</summary>
      {isOpen && <EntryChanges id={id} />}
    </details>
  )
}

type Props = { filter: LogFilter; onClose: () => void }

/** Dialog 变更记录: who changed a setting when, with its timeline where the back-end serves it. */
export const ChangeLog = ({ filter, onClose }: Props) => {
  const translate = useTranslate()
  const { targetType: type } = filter
  return (
    <Dialog title={translate('变更记录')} onClose={onClose} isWide>
      <div className="dialog-content history">
        <RecordTimeline
          type={type}
          // The log calls the firm's own data by the name of its table.
          restoring={{ resource: type === 'firms' ? 'firm' : type }}
          fallback={<LoggedEntries filter={filter} />}
        />
      </div>
    </Dialog>
  )
}

/** The rows of the log about a setting. */
const LoggedEntries = ({ filter: { module, targetType } }: Pick<Props, 'filter'>) => {
  const formats = useFormats()

  const translate = useTranslate()
  const query = useGetList<LogRow>(
    'logs',
    { pagination: { page: 1, perPage: 50 }, filter: { module: [module], targetType } },
    { staleTime: 0 },
  )
  return (
    <Loaded query={query} loading={<p role="status">{translate('加载中…')}</p>}>
      {rows => (
        <>
          {rows.length === 0 && <p className="empty">{translate('还没有人改过这里，现在用的是默认值。')}</p>}
          <ol className="plain-list">
            {rows.map(({ id, createdAt, operatorName, summary }) => (
              <li key={id}>
                <p className="cluster">
                  <strong>{operatorName}</strong>
                  <time className="caption" dateTime={createdAt}>
                    {timestampText(createdAt, formats)}
                  </time>
                </p>
                <LogEntryDetails id={id} title={translate(summary)} />
              </li>
            ))}
          </ol>
        </>
      )}
    </Loaded>
  )
}
