import { useListContext, useTranslate } from 'ra-core'
import { useMemo } from 'react'

import { type AnyEntity, select } from '../../resources/kit/index.ts'
import { dialogFieldsOf } from '../record/actions/dialogFields.ts'
import { useRights } from '../shell/useRights.ts'
import { ExportDialog } from '../record/actions/ExportDialog.tsx'

export type ListExportProps = {
  resource: AnyEntity
  /** The columns in their order, those that are shown and all of them. */
  columns: { shown: readonly string[]; all: readonly string[] }
  /** Always applied and never shown: the office whose administrators these are. */
  filter: Readonly<Record<string, unknown>>
}

/** Asks in which format a list is to be exported, with which columns, and what the right demands. */
export const ListExportDialog = ({
  resource,
  columns,
  filter,
  onClose,
}: ListExportProps & { onClose: () => void }) => {
  const translate = useTranslate()
  const { mayRead } = useRights()
  const { sort } = useListContext()
  const { more, call } = resource.exports!
  const further = Object.entries(more).filter(([, field]) => mayRead(field))
  const all = [...columns.all, ...further.map(([name]) => name)]
  const others = all
    .filter(name => !columns.shown.includes(name))
    .map(name => translate((resource.fields[name] ?? more[name])!.label))
    .join(translate('、'))
  const [shownCount, allCount] = [columns.shown.length, all.length]
  const { who } = call
  const fields = useMemo(
    () => ({
      format: select(translate('格式'), [
        ['xlsx', translate('Excel 工作簿（.xlsx）')],
        ['csv', translate('CSV（.csv）')],
      ]),
      ...(others && {
        which: select(
          translate('列'),
          [
            ['shown', translate('列表显示的 %{count} 列', { count: shownCount })],
            ['all', translate('全部 %{count} 列', { count: allCount })],
          ],
          { hint: translate('列表没有显示：%{others}', { others }) },
        ),
      }),
      ...dialogFieldsOf({}, who),
    }),
    [translate, others, shownCount, allCount, who],
  )
  const isSorted = sort && resource.sortable.includes(sort.field)
  const inputOf = ({ which, ...answers }: Readonly<Record<string, unknown>>) => ({
    ...filter,
    ...(isSorted && { sortField: sort.field, sortOrder: sort.order.toLowerCase() }),
    columns: which === 'all' ? all : columns.shown,
    ...answers,
  })
  return (
    <ExportDialog
      resource={resource}
      call="export"
      label={translate('导出')}
      note={translate('一次最多 10 万条，导出会记入重要日志。')}
      fields={fields}
      initial={initial}
      inputOf={inputOf}
      onClose={onClose}
    />
  )
}

const initial = { format: 'xlsx', which: 'shown' }
