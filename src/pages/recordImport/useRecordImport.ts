import { useQueryClient } from '@tanstack/react-query'
import { useTranslate } from 'ra-core'

import { callByName } from '../../../providers/call.ts'
import type { AnyEntity, ImportInput } from '../../../resources/kit/index.ts'
import { refreshRows } from '../../form/saving/refreshRows.ts'
import type { ImportColumn } from '../../grid/columns.ts'
import { rowInput, type GridRowData, type CellMessages, cellMessagesOf } from '../../grid/rows.ts'
import type { BatchOutcome, BatchOptions, BatchSender } from '../../grid/useSubmit.ts'

/** Outcome with the id of the batch, for undoing the import. */
export type ImportOutcome = BatchOutcome & { batchId: number | null }

/** Sends all rows in one call, which creates all records or none. */
export const useRecordImport = (
  resource: AnyEntity,
  columns: readonly ImportColumn[],
): BatchSender<ImportOutcome> => {
  const translate = useTranslate()
  const client = useQueryClient()
  const send = async (
    rows: readonly GridRowData[],
    { isOnlyCheck, isFromFile }: BatchOptions,
  ): Promise<ImportOutcome> => {
    const input: ImportInput = {
      list: rows.map(row => rowInput(row, columns)),
      dryRun: isOnlyCheck ? 1 : 0,
      source: isFromFile ? 2 : 1,
    }
    const answer = await callByName(`${resource.name}.import`, input)
    const { batchId, created, faults } = resource.imports!.call.output.parse(answer)
    const refused = new Map<number, CellMessages>(
      faults.flatMap(({ index, errors }) => {
        const row = rows[index]
        return row ? [[row.key, cellMessagesOf(row, errors, columns)] as const] : []
      }),
    )
    if (created > 0) void refreshRows(client)
    return { made: new Set(created > 0 ? rows.map(row => row.key) : []), refused, hinted: new Map(), batchId }
  }
  return { send, sentCount: 0, noAnswer: translate('没有收到服务器的响应，记录可能已经创建，请先到列表核对') }
}
