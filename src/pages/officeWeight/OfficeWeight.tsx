import { useQuery } from '@tanstack/react-query'
import { useTranslate } from 'ra-core'
import { useMemo } from 'react'

import { call } from '../../../providers/call.ts'
import { timestampText } from '../../fields/dates.ts'
import { DraftOffer } from '../../form/DraftOffer.tsx'
import { LeaveGuard } from '../../form/LeaveGuard.tsx'
import { SaveBar } from '../../form/SaveBar.tsx'
import { ErrorState } from '../../shell/states.tsx'
import type { Translate } from '../../../resources/kit/translate.ts'
import { useFormats } from '../../shell/language/useLanguage.ts'
import type { OpenOffices, LoadedSortOrder } from './sortOrder.ts'
import { OfficeRows } from './OfficeRows.tsx'
import { OfficePreview } from './OfficePreview.tsx'
import { SettingsPanel } from './SettingsPanel.tsx'
import { type ConcurrentChange, useSortOrder } from './useSortOrder.ts'
import { Button } from '../../shell/Button.tsx'

import './officeWeight.css'

/** So many are named in the bar; the number tells of the others. */
const namedChanges = 3

const detailOf = (changes: readonly string[], translate: Translate) => {
  const changed = changes.slice(0, namedChanges).join(translate('、'))
  return changes.length > namedChanges
    ? translate('未保存：%{changed} 等 %{count} 项', { changed, count: changes.length })
    : translate('未保存：%{changed}', { changed })
}

const ConcurrentChangeNote = ({
  concurrentChange,
  onClose,
}: {
  concurrentChange: ConcurrentChange
  onClose: () => void
}) => {
  const formats = useFormats()

  const translate = useTranslate()
  return (
    <div className="note is-waiting" role="alert">
      <p>
        {translate(
          '没有保存：%{who}在 %{when} 保存过。您的修改都还在，两人都改过的以您的为准，请核对后再保存。',
          {
            who: concurrentChange.by ?? translate('其他人'),
            when: timestampText(concurrentChange.at, formats),
          },
        )}
      </p>
      {concurrentChange.changes.length > 0 && (
        <ul>
          {concurrentChange.changes.map(change => (
            <li key={change}>{change}</li>
          ))}
        </ul>
      )}
      <Button look="quiet" onClick={onClose}>
        {translate('知道了')}
      </Button>
    </div>
  )
}

const Editor = ({ loaded, openOffices }: { loaded: LoadedSortOrder; openOffices: OpenOffices }) => {
  const translate = useTranslate()
  const order = useSortOrder(loaded)
  const { mine, changes, change, draft } = order
  return (
    <form
      className="weight"
      noValidate
      onSubmit={event => {
        event.preventDefault()
        void order.save()
      }}
    >
      <div className="weight-main">
        {draft.offered && <DraftOffer {...draft} offered={draft.offered} />}
        {order.concurrentChange && (
          <ConcurrentChangeNote
            concurrentChange={order.concurrentChange}
            onClose={order.dismissConcurrentChange}
          />
        )}
        <SettingsPanel settings={mine} onChange={change} />
        <OfficeRows sortOrder={mine} openOffices={openOffices} onChange={items => change({ items })} />
        <SaveBar
          changed={changes.length}
          isSaving={order.isSaving}
          failure={order.failure}
          detail={detailOf(changes, translate)}
        >
          <Button disabled={!order.canUndo || order.isSaving} onClick={order.undo}>
            {translate('撤销')}
          </Button>
          <Button disabled={changes.length === 0 || order.isSaving} onClick={order.reset}>
            {translate('全部还原')}
          </Button>
        </SaveBar>
      </div>
      <OfficePreview sortOrder={mine} openOffices={openOffices} />
      <LeaveGuard isChanged={changes.length > 0} onLeave={draft.forget} />
    </form>
  )
}

const load = async (signal: AbortSignal) => {
  const [loaded, open] = await Promise.all([
    call('offices.custom', {}, { signal }),
    call('offices.validList', {}, { signal }),
  ])
  return { loaded, openOffices: new Map(open.map(name => [name.organizationId, name])) }
}

/** 个性化设置: how the mini-program arranges the offices. */
export const OfficeWeight = () => {
  const translate = useTranslate()
  // What is being changed starts from what the server has now, and stays under the hands of whoever changes it.
  const { data, error, refetch } = useQuery({
    queryKey: ['offices', 'custom'],
    queryFn: ({ signal }) => load(signal),
    staleTime: Infinity,
    gcTime: 0,
  })
  const skeleton = useMemo(() => [0, 1, 2, 3, 4], [])
  if (data) return <Editor {...data} />
  if (error) return <ErrorState error={error} onRetry={() => void refetch()} />
  return (
    <div className="skeleton" role="status" aria-label={translate('加载中')}>
      {skeleton.map(row => (
        <div key={row} className="skeleton-row">
          <span style={{ width: `${70 - row * 8}%` }} />
        </div>
      ))}
    </div>
  )
}
