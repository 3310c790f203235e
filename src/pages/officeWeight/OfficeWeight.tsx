import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useTranslate } from 'ra-core'
import { useMemo } from 'react'

import { call } from '../../../providers/call.ts'
import { refreshRows } from '../../form/refreshRows.ts'
import { UndoableForm } from '../../form/UndoableForm.tsx'
import { type VersionedState, useUndoableForm } from '../../form/useUndoableForm.ts'
import { ErrorState } from '../../shell/states.tsx'
import { OfficePreview } from './OfficePreview.tsx'
import { OfficeRows } from './OfficeRows.tsx'
import { SettingsPanel } from './SettingsPanel.tsx'
import {
  changedItems,
  differences,
  type LoadedSortOrder,
  merged,
  type OpenOffices,
  type SortOrder,
  sortOrderSchema,
} from './sortOrder.ts'

import './officeWeight.css'

const storedIn = ({ version, ...value }: LoadedSortOrder): VersionedState<SortOrder> => ({ value, version })

const inputFor = (mine: SortOrder, { value, version }: VersionedState<SortOrder>) => ({
  ...mine,
  items: changedItems(value, mine).map(({ name: _name, ...item }) => item),
  version,
})

const Editor = ({ loaded, openOffices }: { loaded: LoadedSortOrder; openOffices: OpenOffices }) => {
  const translate = useTranslate()
  const client = useQueryClient()
  const form = useUndoableForm<SortOrder>({
    stored: storedIn(loaded),
    schema: sortOrderSchema,
    write: async (mine, base) => {
      const saved = await call('offices.updateCustom', inputFor(mine, base))
      void refreshRows(client)
      return storedIn(saved)
    },
    readAgain: async () => storedIn(await call('offices.custom', {})),
    merge: merged,
    differences: (before, after) => differences(before, after, translate),
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
