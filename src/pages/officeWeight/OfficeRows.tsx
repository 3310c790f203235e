import { useTranslate } from 'ra-core'

import { useNameReadings } from '../../fields/text/useNameReadings.ts'
import { SortableList } from '../../fields/sorting/SortableList.tsx'
import {
  type SortOrder,
  type OpenOffices,
  type SortOrderItem,
  moveOffice,
  sortOffices,
  replaceItems,
} from './sortOrder.ts'
import { OfficeRow } from './OfficeRow.tsx'

type Props = { sortOrder: SortOrder; openOffices: OpenOffices; onChange: (items: SortOrderItem[]) => void }

/** List of the offices, sorted by dragging, with keys or by weight; a pinned office stays at the top. */
export const OfficeRows = ({ sortOrder, openOffices, onChange }: Props) => {
  const translate = useTranslate()
  const names = useNameReadings()
  const isByHand = sortOrder.mode === 1
  const isPinned = ({ organizationId }: SortOrderItem) =>
    sortOrder.pinMain === 1 && openOffices.get(organizationId)?.isMain === 1
  const rows = sortOffices(sortOrder, openOffices, names)
  const movableRows = rows.filter(item => !isPinned(item))
  const pinnedCount = rows.length - movableRows.length
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
        onMove={(from, to) =>
          onChange(
            replaceItems(sortOrder.items, moveOffice(movableRows, from - pinnedCount, to - pinnedCount)),
          )
        }
        className={isByHand ? 'plain-list lined weight-rows is-by-hand' : 'plain-list lined weight-rows'}
      >
        {(item, controls) => (
          <OfficeRow
            item={item}
            marks={marksOf(item)}
            isByHand={isByHand}
            controls={controls}
            onChange={next => onChange(replaceItems(sortOrder.items, [next]))}
          />
        )}
      </SortableList>
    </section>
  )
}
