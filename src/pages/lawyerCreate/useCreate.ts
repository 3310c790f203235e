import { useQueryClient } from '@tanstack/react-query'
import { useTranslate } from 'ra-core'
import { useState } from 'react'

import { call } from '../../../providers/call.ts'
import type { InputOf, OutputOf } from '../../../resources/kit/index.ts'
import type { lawyers } from '../../../resources/lawyers/index.ts'
import { useServedCall } from '../../session/useCall.ts'
import { refreshRows } from '../../form/saving/refreshRows.ts'
import type { ImportColumn } from '../../grid/columns.ts'
import type { CreatedPerson } from '../../grid/created/CreatedPeople.tsx'
import { rowInput, type GridRowData, type CellMessages, cellMessagesOf } from '../../grid/rows.ts'
import type { BatchOptions, BatchOutcome, BatchSender } from '../../grid/useSubmit.ts'

type Input = InputOf<typeof lawyers.calls.addList>
type Answer = OutputOf<typeof lawyers.calls.addList>

/** Limit of the call (resources/lawyers/calls.ts). */
const rowsPerRequest = 100

/** A person who is there already and may be the one of a row. */
export type KnownPerson = NonNullable<Answer['rows'][number]['known']>[number]

const createdPerson = ({ cells }: GridRowData, id: number, { passwords = [] }: Answer): CreatedPerson => ({
  id,
  name: cells['name'] ?? '',
  mobile: cells['mobile'] ?? '',
  initialPassword: passwords.find(it => it.id === id)?.initialPassword ?? null,
})

export type CreatePeopleOutcome = BatchOutcome & {
  people: readonly CreatedPerson[]
  /** The people who may be those of the rows, by row. */
  known: ReadonlyMap<number, readonly KnownPerson[]>
  /** Id of the batch, for undoing the creation. */
  batchId: number | null
}

type CollectedOutcome = {
  made: Set<number>
  people: CreatedPerson[]
  refused: Map<number, CellMessages>
  hinted: Map<number, CellMessages>
  known: Map<number, readonly KnownPerson[]>
  batchId: number | null
}

const emptyOutcome = (): CollectedOutcome => ({
  made: new Set(),
  people: [],
  refused: new Map(),
  hinted: new Map(),
  known: new Map(),
  batchId: null,
})

const collectAnswer = (
  outcome: CollectedOutcome,
  rows: readonly GridRowData[],
  answer: Answer,
  columns: readonly ImportColumn[],
) => {
  outcome.batchId ??= answer.batchId
  for (const { index, ok, id, errors, hints, known = [] } of answer.rows) {
    const row = rows[index]
    if (!row) continue
    if (ok === 0) outcome.refused.set(row.key, cellMessagesOf(row, errors ?? {}, columns))
    else if (id !== undefined) {
      outcome.made.add(row.key)
      outcome.people.push(createdPerson(row, id, answer))
    }
    if (known.length > 0) outcome.known.set(row.key, known)
    outcome.hinted.set(row.key, cellMessagesOf(row, hints ?? {}, columns))
  }
}

/** Translated where it is shown, like the messages of the server. */
const namesakeMessage = '所选律所已有同名人员，请选择更新、跳过或新建'

const splitIntoRequests = (rows: readonly GridRowData[]) =>
  Array.from({ length: Math.ceil(rows.length / rowsPerRequest) }, (_, at) =>
    rows.slice(at * rowsPerRequest, (at + 1) * rowsPerRequest),
  )

/** Refuses the rows of namesakes, about whom the user has not decided yet, and returns the rows that can be created. */
const holdBack = (
  rows: readonly GridRowData[],
  namesakes: readonly GridRowData[],
  { refused }: CollectedOutcome,
  columns: readonly ImportColumn[],
) => {
  for (const row of namesakes)
    if (!refused.has(row.key)) refused.set(row.key, cellMessagesOf(row, { name: namesakeMessage }, columns))
  return rows.filter(row => !refused.has(row.key))
}

/** Sends rows in several requests, to be checked or created. */
export const useCreateSender = (
  columns: readonly ImportColumn[],
  /** Whether the user has decided that the row is not the known person of the same name and office. */
  isNewPerson: (row: GridRowData) => boolean,
): BatchSender<CreatePeopleOutcome> => {
  const translate = useTranslate()
  const client = useQueryClient()
  const supportsBatches = useServedCall('imports.undo') !== null
  const supportsUpdates = useServedCall('bulkRuns.rows') !== null
  const [sentCount, setSentCount] = useState(0)

  const sendPart = (rows: readonly GridRowData[], how: BatchOptions, batchId: number | null) => {
    const list = rows.map(row => rowInput(row, columns))
    const input: Input = { list, mode: how.mode, dryRun: how.isOnlyCheck ? 1 : 0 }
    if (supportsBatches && how.isFromFile) input.source = 2
    if (supportsBatches && how.left > 0 && batchId === null && !how.isOnlyCheck) input.left = how.left
    if (supportsBatches && batchId !== null) input.batchId = batchId
    return call('lawyers.addList', input)
  }

  /**
   * Collects answers in `outcome`, so that initial passwords of created accounts are kept if a later request fails.
   */
  const sendAll = async (rows: readonly GridRowData[], how: BatchOptions, outcome: CollectedOutcome) => {
    for (const part of splitIntoRequests(rows)) {
      collectAnswer(outcome, part, await sendPart(part, how, outcome.batchId), columns)
      setSentCount(before => before + part.length)
    }
  }

  const send = async (rows: readonly GridRowData[], how: BatchOptions): Promise<CreatePeopleOutcome> => {
    setSentCount(0)
    const outcome = emptyOutcome()
    try {
      let rest = rows
      // A transaction covers only one request, so with several requests all rows are checked before any is created.
      const isAllOfMany = how.mode === 'all' && rows.length > rowsPerRequest
      if (!how.isOnlyCheck && (supportsUpdates || isAllOfMany)) {
        await sendAll(rows, { ...how, isOnlyCheck: true }, outcome)
        if (supportsUpdates) {
          const namesakes = rows.filter(row => outcome.known.has(row.key) && !isNewPerson(row))
          rest = holdBack(rows, namesakes, outcome, columns)
        }
        if (rest.length === 0 || (how.mode === 'all' && outcome.refused.size > 0)) return outcome
        setSentCount(0)
      }
      await sendAll(rest, { ...how, left: how.left + rows.length - rest.length }, outcome)
      return outcome
    } catch (error) {
      if (outcome.made.size === 0) throw error
      return { ...outcome, error }
    } finally {
      if (outcome.made.size > 0) void refreshRows(client)
    }
  }
  const noAnswer = translate('没有收到服务器的响应，账号可能已经创建，请先到人员列表核对')
  return { send, sentCount, noAnswer }
}
