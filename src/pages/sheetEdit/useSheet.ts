import { useMutation } from '@tanstack/react-query'
import { useTranslate } from 'ra-core'
import { useState } from 'react'
import { useNavigate } from 'react-router-dom'

import { loadTranslations } from '../../../providers/catalogues.ts'
import { bulkRuns, sheetLimit } from '../../../resources/bulk.ts'
import { type SheetState, sheetStates } from '../../../resources/domain/sheets.ts'
import type { AnyEntity, OutputOf } from '../../../resources/kit/index.ts'
import { useServedCall } from '../../session/useCall.ts'
import { readFile } from '../../grid/file/readFile.ts'
import { pathTo } from '../../routing/paths.ts'
import type { Unread } from '../../grid/file/sheet.ts'
import { exportedTableOf, repeatedLines, type SheetColumns, sheetLines } from './sheetColumns.ts'

/** Rows compared by one request. */
const step = 100

const messages = {
  noKeys: '文件中没有“记录编号”和“记录版本”两列，请导出时选中“记录编号和版本”，改好后再选择',
  noRows: '文件中没有数据，请检查后再选择',
}

type ComparedRow = OutputOf<typeof bulkRuns.calls.sheet>['rows'][number]
export type ComparedSheet = {
  fileName: string
  columns: SheetColumns
  rows: readonly (Omit<ComparedRow, 'state'> & { state: SheetState; line: string })[]
  unread: Unread
  /** Lines of the file that belong to no record. */
  withoutId: number
}

/** Reads a chosen file and compares its rows with the records, a hundred at a time; `done` is the number of compared rows. */
export const useSheetComparison = (resource: AnyEntity) => {
  const translate = useTranslate()
  const previewing = useServedCall('bulkRuns.sheet')
  const [done, setDone] = useState(0)
  const compare = async (file: File): Promise<ComparedSheet> => {
    setDone(0)
    // The file may have been exported in another language.
    const [sheets] = await Promise.all([readFile(file), loadTranslations()])
    const table = exportedTableOf(resource, sheets)
    if (!table) throw new Error(messages.noKeys)
    const { columns } = table
    const { lines, rows: fileRows, withoutId } = sheetLines(table)
    if (lines.length === 0 || columns.fields.length === 0) throw new Error(messages.noRows)
    const [repeated] = repeatedLines(lines)
    if (repeated !== undefined)
      throw new Error(translate('第%{line}行的记录编号与前面的行重复', { line: fileRows[repeated]! }))
    const rows: ComparedSheet['rows'][number][] = []
    for (let from = 0; from < lines.length; from += step) {
      const part = lines.slice(from, from + step)
      const answer = await previewing!({
        resource: resource.name,
        columns: columns.fields.map(({ name }) => name),
        lines: part,
        dryRun: 1,
      })
      rows.push(
        ...answer.rows.map((row, index) => ({ ...row, state: sheetStates[row.state]!, line: part[index]! })),
      )
      setDone(from + part.length)
    }
    return { fileName: file.name, columns, rows, unread: table.sheet.unread, withoutId }
  }
  return { ...useMutation({ mutationFn: compare }), done, isServed: previewing !== null }
}

/** Starts the change of the rows that differ, and opens its report. */
export const useSheetStart = (resource: AnyEntity) => {
  const starting = useServedCall('bulkRuns.sheet')
  const navigate = useNavigate()
  return useMutation({
    mutationFn: ({ columns, rows }: ComparedSheet) =>
      starting!({
        resource: resource.name,
        columns: columns.fields.map(({ name }) => name),
        lines: rows
          .filter(({ state }) => state === 'change')
          .slice(0, sheetLimit)
          .map(({ line }) => line),
      }),
    onSuccess: ({ id }) => void navigate(pathTo(bulkRuns.views.show!.path, id!)),
  })
}
