import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'

import { bulkRuns } from '../../../resources/bulk.ts'
import { sheetStates } from '../../../resources/domain/sheets.ts'
import type { OutputOf } from '../../../resources/kit/index.ts'
import { lawyers } from '../../../resources/lawyers/index.ts'
import { useServedCall } from '../../session/useCall.ts'
import { refreshRows } from '../../form/saving/refreshRows.ts'
import type { ImportColumn } from '../../grid/columns.ts'
import { type GridRowData, rowInput } from '../../grid/rows.ts'
import { pathTo } from '../../routing/paths.ts'
import type { FoundRow } from './useKnownDecisions.ts'

/** What an update of a row would change. */
export type UpdatePreview = {
  changes: readonly (readonly [field: string, texts: readonly string[]])[]
  messages: readonly string[]
  isRefused: boolean
}

/** Numbers and secrets that an import does not change: they have calls of their own. */
const untouched = new Set(['mobile', 'password'])

/** The values that were typed, pasted or read; empty cells and initial texts change nothing. */
const givenValues = (row: GridRowData, columns: readonly ImportColumn[]) =>
  rowInput(
    row,
    columns.filter(({ name }) => row.given.has(name) && !untouched.has(name)),
  )

const linesOf = (found: readonly FoundRow[], columns: readonly ImportColumn[]) =>
  found.flatMap(({ row, people, decision }) => {
    if (decision?.kind !== 'update') return []
    const { id, version } = people.find(person => person.id === decision.id)!
    return [{ key: row.key, id, text: JSON.stringify({ id, version, values: givenValues(row, columns) }) }]
  })

type ComparedRow = OutputOf<(typeof bulkRuns.calls)['rows']>['rows'][number]

/** The preview of each row, by its key in the grid. */
const previewsOf = (lines: ReturnType<typeof linesOf>, rows: readonly ComparedRow[]) => {
  const rowOf = new Map(rows.map(row => [row.id, row]))
  return new Map<number, UpdatePreview>(
    lines.flatMap(({ id, key }) => {
      const row = rowOf.get(id)
      if (!row) return []
      const state = sheetStates[row.state]
      const isRefused = state === 'error' || state === 'conflict'
      return [[key, { changes: Object.entries(row.changes), messages: row.messages, isRefused }] as const]
    }),
  )
}

/** Compares the rows to be updated with the people as they are, and starts the update. */
export const useKnownUpdate = (found: readonly FoundRow[], columns: readonly ImportColumn[]) => {
  const client = useQueryClient()
  const served = useServedCall('bulkRuns.rows')
  const lines = linesOf(found, columns)
  const firstOf = new Map(lines.toReversed().map(({ id, key }) => [id, key]))
  /** Rows that update the person of an earlier row. */
  const repeated = new Set(lines.filter(({ id, key }) => firstOf.get(id) !== key).map(({ key }) => key))
  const single = lines.filter(({ key }) => !repeated.has(key))
  const send = (texts: string[], dryRun: 0 | 1) => served!({ resource: lawyers.name, lines: texts, dryRun })
  const query = useQuery({
    queryKey: ['bulkRuns', 'rows', single.map(({ text }) => text)],
    queryFn: () =>
      send(
        single.map(({ text }) => text),
        1,
      ),
    enabled: served !== null && single.length > 0,
    staleTime: 0,
    gcTime: 0,
    placeholderData: before => before,
  })
  const compared = previewsOf(single, query.data?.rows ?? [])
  const applying = useMutation({
    mutationFn: async () => {
      const changing = single.filter(({ key }) => (compared.get(key)?.changes.length ?? 0) > 0)
      if (changing.length === 0) return null
      const { id } = await send(
        changing.map(({ text }) => text),
        0,
      )
      return pathTo(bulkRuns.views.show!.path, id)
    },
    onSettled: () => void refreshRows(client),
  })
  return {
    isServed: served !== null,
    compared,
    repeated,
    isComparing: query.isFetching,
    isApplying: applying.isPending,
    failure: applying.error ?? query.error,
    /** Address of the report; null if nothing had to be changed, undefined if the start failed. */
    apply: () => applying.mutateAsync().catch(() => undefined),
  }
}

export type KnownUpdate = ReturnType<typeof useKnownUpdate>
