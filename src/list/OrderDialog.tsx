import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useDataProvider, useNotify, useTranslate } from 'ra-core'
import { useState } from 'react'

import type { AdminDataProvider } from '../../providers/dataProvider.ts'
import type { AnyRecord, AnyEntity } from '../../resources/kit/index.ts'
import { refreshRows } from '../form/saving/refreshRows.ts'
import { Button } from '../ui/Button.tsx'
import { DialogFoot } from '../ui/dialog/DialogFoot.tsx'
import { Dialog } from '../ui/Dialog.tsx'
import { Loaded } from '../states/Loaded.tsx'
import { failureOf } from '../form/saving/failure.ts'
import { FailureText } from '../form/saving/FailureText.tsx'
import { type RankedRecord, moveRanked } from '../fields/sorting/placed.ts'
import { SortableList } from '../fields/sorting/SortableList.tsx'
import { recordTitle } from '../routing/recordTitle.ts'

/** Number of records that can be sorted manually. */
const maxRecords = 200

type Props = {
  resource: AnyEntity
  /** Name of the field that holds the sort weight. */
  field: string
  filter: object
  onClose: () => void
}
type ListProps = Props & { records: readonly AnyRecord[] }

const useOrderState = ({ resource, field, records, onClose }: ListProps) => {
  const translate = useTranslate()
  const client = useQueryClient()
  const notify = useNotify()
  const { update } = useDataProvider<AdminDataProvider>()
  const [items, setItems] = useState<RankedRecord<AnyRecord>[]>(() =>
    records.map(record => ({ record, place: Number(record[field]) })),
  )
  const changed = items.filter(({ record, place }) => record[field] !== place)
  const saving = useMutation({
    mutationFn: async () => {
      // One request after another, because each is logged, and a failure has to stop the remaining ones.
      for (const { record, place } of changed)
        await update(resource.name, {
          id: record.id,
          data: { ...record, [field]: place },
          previousData: record,
        })
    },
    onSuccess: () => {
      notify(translate('顺序已保存'), { type: 'success' })
      onClose()
    },
    onSettled: () =>
      Promise.all([refreshRows(client), client.invalidateQueries({ queryKey: [resource.name] })]),
  })
  return { items, setItems, changed, saving }
}

const OrderList = (props: ListProps) => {
  const translate = useTranslate()
  const { resource, onClose } = props
  const { items, setItems, changed, saving } = useOrderState(props)
  const { mutate: save, isPending: isSaving, error } = saving
  const failure = error && failureOf(error, translate)
  const nameOf = ({ record }: RankedRecord<AnyRecord>) => recordTitle(resource, record, translate)
  return (
    <>
      <div className="dialog-content">
        <p className="field-hint">{translate('可以拖动，或点击上移、下移；排在前面的先显示。')}</p>
        <SortableList
          items={items}
          keyOf={it => String(it.record.id)}
          nameOf={nameOf}
          onMove={(from, to) => setItems(moveRanked(items, from, to))}
          className="sortable order-list"
        >
          {(item, { index, handle, arrows }) => (
            <div className="order-row">
              {handle}
              <span className="caption">{index + 1}</span>
              <span className="order-name">{nameOf(item)}</span>
              {arrows}
            </div>
          )}
        </SortableList>
        {failure && <FailureText what={translate('没有保存')} failure={failure} />}
      </div>
      <DialogFoot>
        <Button disabled={isSaving} onClick={onClose}>
          {translate('取消')}
        </Button>
        <Button look="primary" disabled={isSaving || changed.length === 0} onClick={() => save()}>
          {isSaving ? translate('保存中…') : translate('保存顺序')}
        </Button>
      </DialogFoot>
    </>
  )
}

/** Dialog that sorts the records of a list manually. */
export const OrderDialog = (props: Props) => {
  const translate = useTranslate()
  const { resource, field, filter, onClose } = props
  const { getList } = useDataProvider<AdminDataProvider>()
  const query = useQuery({
    queryKey: [resource.name, 'ordering', filter],
    queryFn: ({ signal }) =>
      getList<AnyRecord>(resource.name, {
        pagination: { page: 1, perPage: maxRecords },
        sort: { field, order: 'ASC' },
        filter,
        signal,
      }),
    staleTime: 0,
    gcTime: 0,
    refetchOnWindowFocus: false,
  })
  return (
    <Dialog title={translate('%{label}的顺序', { label: translate(resource.label) })} onClose={onClose}>
      <Loaded
        query={query}
        loading={
          <p className="dialog-content" role="status">
            {translate('加载中…')}
          </p>
        }
      >
        {({ data }) => <OrderList {...props} records={data} />}
      </Loaded>
    </Dialog>
  )
}
