import { useListContext, useTranslate } from 'ra-core'
import { useMemo } from 'react'

import { sheetFieldsOf } from '../../resources/domain/sheets.ts'
import { resourceNamed } from '../../resources/index.ts'
import { type AnyEntity, select, toggle, type Who } from '../../resources/kit/index.ts'
import { actionDialogFields } from '../record/actions/dialogFields.ts'
import { IntentLink } from '../routing/IntentLink.tsx'
import { useRights } from '../session/useRights.ts'
import { ExportDialog } from '../record/actions/export/ExportDialog.tsx'

export type ListExportProps = {
  resource: AnyEntity
  /** Names of the columns in their order: the visible ones, and all. */
  columns: { shown: readonly string[]; all: readonly string[] }
  /** Conditions that always apply to the list and are not shown, such as the office on its own page. */
  filter: Readonly<Record<string, unknown>>
}

/** The page that brings a changed file back; null where the user may not change the records of this list. */
const useSheetPage = (resource: AnyEntity) => {
  const { can, mayOpen } = useRights()
  const page = resourceNamed('bulkRuns')?.pages['sheet']
  const { update } = resource.crud
  const isOffered =
    update !== undefined && can(resource, update) && Object.keys(sheetFieldsOf(resource)).length > 0
  return page && isOffered && mayOpen(page) ? `${page.path}?resource=${resource.name}` : null
}

type FieldOptions = {
  /** Labels of the columns that the list does not show. */
  others: string
  shownCount: number
  allCount: number
  who: Who
  /** Whether the file may have the ids and versions of the records. */
  hasKeys: boolean
}

const useExportFields = ({ others, shownCount, allCount, who, hasKeys }: FieldOptions) => {
  const translate = useTranslate()
  return useMemo(
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
      ...(hasKeys && {
        keys: toggle(translate('记录编号和版本'), { hint: translate('修改表格后，可以凭此导回') }),
      }),
      ...actionDialogFields({}, who),
    }),
    [translate, others, shownCount, allCount, who, hasKeys],
  )
}

/** Asks for format and columns of an export, and for the reason or password that the user's right demands. */
export const ListExportDialog = ({
  resource,
  columns,
  filter,
  onClose,
}: ListExportProps & { onClose: () => void }) => {
  const translate = useTranslate()
  const { mayRead } = useRights()
  const sheetPage = useSheetPage(resource)
  const hasKeys = sheetPage !== null
  const { sort } = useListContext()
  const { extraColumns, call } = resource.exports!
  const additional = Object.entries(extraColumns).filter(([, field]) => mayRead(field))
  const all = [...columns.all, ...additional.map(([name]) => name)]
  const others = all
    .filter(name => !columns.shown.includes(name))
    .map(name => translate((resource.fields[name] ?? extraColumns[name])!.label))
    .join(translate('、'))
  const [shownCount, allCount] = [columns.shown.length, all.length]
  const fields = useExportFields({ others, shownCount, allCount, who: call.who, hasKeys })
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
      initial={hasKeys ? { ...initial, keys: 1 } : initial}
      more={sheetPage && <IntentLink to={sheetPage}>{translate('导回改过的表格')}</IntentLink>}
      inputOf={inputOf}
      onClose={onClose}
    />
  )
}

const initial = { format: 'xlsx', which: 'shown' }
