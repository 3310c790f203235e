import { getTableColumns, sql } from 'drizzle-orm'

import type {
  DirectoryField,
  DirectoryRow,
  DirectoryRowResult,
} from '../../../../resources/domain/directory.ts'
import { directoryRuns } from '../../../db/tables.ts'

/** A row that was chosen, with the fields that are taken of it. */
export type Chosen = { row: DirectoryRow; fields: DirectoryField[] }

/** What became of the rows, by their index. */
export type Results = Map<number, DirectoryRowResult>

/** The columns of a comparison with the rows of these indexes and their results: all of them may be 20 MB. */
export const chosenColumns = (indexes: readonly number[]) => {
  const { rows, results, lawyerIds: _ids, ...columns } = getTableColumns(directoryRuns)
  return {
    ...columns,
    rows: sql<
      DirectoryRow[]
    >`coalesce((select jsonb_agg(compared.row) from jsonb_array_elements(${rows}) as compared(row)
      where (compared.row ->> 'index')::bigint = any(${sql.param([...indexes])}::bigint[])), '[]')`,
    results: sql<Record<string, DirectoryRowResult>>`coalesce((select jsonb_object_agg(done.key, done.value)
      from jsonb_each(${results}) as done where done.key = any(${sql.param(indexes.map(String))}::text[])), '{}')`,
  }
}
export type ChosenRun = Omit<typeof directoryRuns.$inferSelect, 'lawyerIds'>
