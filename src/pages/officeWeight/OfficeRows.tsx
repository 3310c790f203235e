import { useTranslate } from 'ra-core'

import { SortableList } from '../../fields/sorting/SortableList.tsx'
import {
  type SortOrder,
  type OpenOffices,
  type SortOrderItem,
  moved,
  ordered,
  replaced,
} from './sortOrder.ts'
import { OfficeRow } from './OfficeRow.tsx'

type Props = { sortOrder: SortOrder; openOffices: OpenOffices; onChange: (items: SortOrderItem[]) => void }

/** The offices in their order, to be moved by pointer, by key, or by number; a pinned one stays above the others. */
export const OfficeRows = ({ sortOrder, openOffices, onChange }: Props) => {
  const translate = useTranslate()
  const isByHand = sortOrder.mode === 1
  const isPinned = ({ organizationId }: SortOrderItem) =>
    sortOrder.pinMain === 1 && openOffices.get(organizationId)?.isMain === 1
  const rows = ordered(sortOrder, openOffices)
  const free = rows.filter(item => !isPinned(item))
  const above = rows.length - free.length
  const marksOf = (item: SortOrderItem) =>
    [
      isPinned(item) ? translate('置顶') : '',
      openOffices.has(item.organizationId) ? '' : translate('已停用'),
    ].filter(Boolean)
  return (
    <section className="panel weight-offices" aria-label={translate('律所顺序')}>
      <h2 className="section-title">{translate('律所顺序')}</h2>
      <div className="caption weight-head" aria-hidden>
        <span>{translate('权重')}</span>
        <span>{translate('小程序')}</span>
      </div>
      <SortableList
        items={rows}
        keyOf={item => String(item.organizationId)}
        nameOf={item => item.name}
        isFixed={item => !isByHand || isPinned(item)}
        hasOwnUndo
        onMove={(from, to) => onChange(replaced(sortOrder.items, moved(free, from - above, to - above)))}
        className={isByHand ? 'plain-list lined weight-rows is-by-hand' : 'plain-list lined weight-rows'}
      >
        {(item, moves) => (
          <OfficeRow
            item={item}
            marks={marksOf(item)}
            isByHand={isByHand}
            moves={moves}
            onChange={next => onChange(replaced(sortOrder.items, [next]))}
          />
        )}
      </SortableList>
    </section>
  )
}
