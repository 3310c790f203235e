import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useTranslate } from 'ra-core'
import { useMemo } from 'react'

import { call } from '../../../providers/call.ts'
import { refreshRows } from '../../form/saving/refreshRows.ts'
import { UndoableForm } from '../../form/undoable/UndoableForm.tsx'
import { type VersionedState, useUndoableForm } from '../../form/undoable/useUndoableForm.ts'
import { ErrorState } from '../../states/states.tsx'
import { OfficePreview } from './OfficePreview.tsx'
import { OfficeRows } from './OfficeRows.tsx'
import { SettingsPanel } from './SettingsPanel.tsx'
import {
  changedSortItems,
  sortOrderChanges,
  type LoadedSortOrder,
  mergeSortOrders,
  type OpenOffices,
  type SortOrder,
  sortOrderSchema,
} from './sortOrder.ts'

import './officeWeight.css'

const versionedSortOrder = ({ version, ...value }: LoadedSortOrder): VersionedState<SortOrder> => ({
  value,
  version,
})

const updateInput = (mine: SortOrder, { value, version }: VersionedState<SortOrder>) => ({
  ...mine,
  items: changedSortItems(value, mine).map(({ name: _name, ...item }) => item),
  version,
})

const SortOrderEditor = ({ loaded, openOffices }: { loaded: LoadedSortOrder; openOffices: OpenOffices }) => {
  const translate = useTranslate()
  const client = useQueryClient()
  const form = useUndoableForm<SortOrder>({
    stored: versionedSortOrder(loaded),
    schema: sortOrderSchema,
    write: async (mine, base) => {
      const saved = await call('offices.updateCustom', updateInput(mine, base))
      void refreshRows(client)
      return versionedSortOrder(saved)
    },
    readAgain: async () => versionedSortOrder(await call('offices.custom', {})),
    merge: mergeSortOrders,
    differences: (before, after) => sortOrderChanges(before, after, translate),
  })
  const { mine, change } = form
  return (
    <UndoableForm
      className="weight"
      form={form}
      aside={<OfficePreview sortOrder={mine} openOffices={openOffices} />}
    >
      <SettingsPanel settings={mine} onChange={change} />
      <OfficeRows sortOrder={mine} openOffices={openOffices} onChange={items => change({ items })} />
    </UndoableForm>
  )
}

const loadSortOrder = async (signal: AbortSignal) => {
  const [loaded, open] = await Promise.all([
    call('offices.custom', {}, { signal }),
    call('offices.validList', {}, { signal }),
  ])
  return { loaded, openOffices: new Map(open.map(name => [name.organizationId, name])) }
}

/** Page 个性化设置: the order of the offices in the mini-program. */
export const OfficeWeight = () => {
  const translate = useTranslate()
  // Fetched on each visit, and not refetched while it is being edited.
  const { data, error, refetch } = useQuery({
    queryKey: ['offices', 'custom'],
    queryFn: ({ signal }) => loadSortOrder(signal),
    staleTime: Infinity,
    gcTime: 0,
  })
  const skeleton = useMemo(() => [0, 1, 2, 3, 4], [])
  if (data) return <SortOrderEditor {...data} />
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
