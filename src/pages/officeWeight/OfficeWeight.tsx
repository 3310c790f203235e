import { useQuery } from '@tanstack/react-query'
import { useMemo } from 'react'

import { call } from '../../../providers/call.ts'
import { momentText } from '../../fields/dates.ts'
import { DraftOffer } from '../../views/form/DraftOffer.tsx'
import { LeaveGuard } from '../../views/form/LeaveGuard.tsx'
import { SaveBar } from '../../views/form/SaveBar.tsx'
import { ErrorState } from '../../views/states.tsx'
import type { Facts, Loaded } from './arrangement.ts'
import { OfficeRows } from './OfficeRows.tsx'
import { PhonePreview } from './PhonePreview.tsx'
import { SettingsPanel } from './SettingsPanel.tsx'
import { type Foreign, useArrangement } from './useArrangement.ts'

import '../../views/views.css'
import '../../fields/fields.css'
import './officeWeight.css'

/** So many are named in the bar; the number tells of the others. */
const namedChanges = 3

const detailOf = (changes: readonly string[]) => {
  const rest = changes.length > namedChanges ? ` 等 ${changes.length} 项` : ''
  return `未保存:${changes.slice(0, namedChanges).join('、')}${rest}`
}

const ForeignNote = ({ foreign, onClose }: { foreign: Foreign; onClose: () => void }) => (
  <div className="weight-foreign" role="alert">
    <p>
      没有保存:{foreign.by ?? '其他人'}在 {momentText(foreign.at)}{' '}
      保存过。您的修改都还在,两人都改过的以您的为准,请核对后再保存。
    </p>
    {foreign.changes.length > 0 && (
      <ul>
        {foreign.changes.map(it => (
          <li key={it}>{it}</li>
        ))}
      </ul>
    )}
    <button type="button" className="button button-quiet" onClick={onClose}>
      知道了
    </button>
  </div>
)

const Editor = ({ loaded, facts }: { loaded: Loaded; facts: Facts }) => {
  const it = useArrangement(loaded)
  const { mine, changes, change, draft } = it
  return (
    <form
      className="weight"
      noValidate
      onSubmit={event => {
        event.preventDefault()
        void it.save()
      }}
    >
      <div className="weight-main">
        {draft.offered && <DraftOffer {...draft} offered={draft.offered} />}
        {it.foreign && <ForeignNote foreign={it.foreign} onClose={it.dismissForeign} />}
        <SettingsPanel settings={mine} onChange={change} />
        <OfficeRows arrangement={mine} facts={facts} onChange={items => change({ items })} />
        <SaveBar
          changed={changes.length}
          isNew={false}
          isSaving={it.isSaving}
          failure={it.failure}
          detail={detailOf(changes)}
        >
          <button type="button" className="button" disabled={!it.canUndo || it.isSaving} onClick={it.undo}>
            撤销
          </button>
          <button
            type="button"
            className="button"
            disabled={changes.length === 0 || it.isSaving}
            onClick={it.reset}
          >
            全部还原
          </button>
        </SaveBar>
      </div>
      <PhonePreview arrangement={mine} facts={facts} />
      <LeaveGuard isChanged={changes.length > 0} onLeave={draft.forget} />
    </form>
  )
}

const load = async (signal: AbortSignal) => {
  const [loaded, open] = await Promise.all([
    call('offices.custom', {}, { signal }),
    call('offices.validList', {}, { signal }),
  ])
  return { loaded, facts: new Map(open.map(it => [it.organizationId, it])) }
}

/** 个性化设置: how the mini-program arranges the offices. */
export const OfficeWeight = () => {
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
    <div className="skeleton" role="status" aria-label="加载中">
      {skeleton.map(row => (
        <div key={row} className="skeleton-row">
          <span style={{ width: `${70 - row * 8}%` }} />
        </div>
      ))}
    </div>
  )
}
