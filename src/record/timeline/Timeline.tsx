import { keepPreviousData, useInfiniteQuery } from '@tanstack/react-query'
import { useTranslate } from 'ra-core'
import { useState } from 'react'

import type { ServedCall } from '../../../providers/call.ts'
import { type TimelineKind, timelineKinds } from '../../../resources/domain/timeline.ts'
import { Pills } from '../../ui/Pills.tsx'
import { Button } from '../../ui/Button.tsx'
import { RecordPart } from '../RecordPart.tsx'
import type { RestoreOptions, TimelineSubject } from './RestoreDialog.tsx'
import { type Entry, TimelineEntry } from './TimelineEntry.tsx'
import { RestoreDialog } from './RestoreDialog.tsx'

import '../history/history.css'
import './timeline.css'

const allKinds = [undefined, '全部'] as const
const [changes, reviews, messages, exports] = timelineKinds
/** The kinds of entries that a record of each type can have; any other type is a setting. */
const kindsOfType: Readonly<Record<string, readonly (typeof timelineKinds)[number][]>> = {
  lawyers: timelineKinds,
  admins: timelineKinds.filter(([name]) => name === 'change' || name === 'signIn'),
  cards: [changes, reviews, messages, exports],
  articles: [changes, reviews, messages],
  offices: [changes, messages],
}

type Props = {
  pageCall: ServedCall<'timeline.page'>
  subject: TimelineSubject
  restoring: RestoreOptions | null
}

const useTimelinePages = ({ pageCall, subject, restoring }: Props, kind: TimelineKind | undefined) =>
  useInfiniteQuery({
    // Begins with the resource, so that a change of the record loads the timeline again.
    queryKey: [restoring?.resource ?? subject.type, 'timeline', subject.id, kind],
    queryFn: ({ pageParam, signal }) =>
      pageCall({ ...subject, ...(kind && { kind }), ...(pageParam && { before: pageParam }) }, { signal }),
    initialPageParam: '',
    getNextPageParam: ({ next }) => next,
    // Keeps the filter, and the focus on it, while another kind is loading.
    placeholderData: keepPreviousData,
    staleTime: 0,
  })

/** What happened to a record, the newest first, with the differences; earlier values can be restored. */
export const Timeline = ({ pageCall, subject, restoring }: Props) => {
  const translate = useTranslate()
  const [kind, setKind] = useState<TimelineKind | undefined>()
  const [chosen, setChosen] = useState<Entry | null>(null)
  const query = useTimelinePages({ pageCall, subject, restoring }, kind)
  const kinds = kindsOfType[subject.type] ?? []
  return (
    <RecordPart title={translate('时间线')} query={query} className="timeline">
      {({ pages }) => {
        const entries = pages.flatMap(page => page.entries)
        return (
          <>
            {kinds.length > 0 && (
              <Pills
                aria-label={translate('类型')}
                options={[allKinds, ...kinds]}
                value={kind}
                onChange={setKind}
              />
            )}
            {pages[0]?.isPurged === 1 && (
              <p className="note is-info">{translate('数据已彻底删除，时间线不再显示其中的内容和姓名。')}</p>
            )}
            {entries.length === 0 && <p className="secondary">{translate('还没有记录。')}</p>}
            <ol className="plain-list history">
              {entries.map(entry => (
                <TimelineEntry
                  key={`${entry.entry} ${entry.at} ${entry.action}`}
                  entry={entry}
                  onRestore={restoring && entry.isRestorable === 1 ? () => setChosen(entry) : undefined}
                />
              ))}
            </ol>
            {query.hasNextPage && (
              <Button disabled={query.isFetchingNextPage} onClick={() => void query.fetchNextPage()}>
                {query.isFetchingNextPage ? translate('加载中…') : translate('加载更早的记录')}
              </Button>
            )}
            {chosen && restoring && (
              <RestoreDialog
                subject={subject}
                entry={chosen}
                restoring={restoring}
                onClose={() => setChosen(null)}
              />
            )}
          </>
        )
      }}
    </RecordPart>
  )
}
