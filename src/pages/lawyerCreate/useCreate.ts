import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'

import { call } from '../../../providers/call.ts'
import { CallError, unreachable } from '../../../providers/envelope.ts'
import type { OutputOf } from '../../../resources/kit/index.ts'
import type { lawyers } from '../../../resources/lawyers/index.ts'
import { refreshRows } from '../../actions/refreshRows.ts'
import { type Failure, failureOf } from '../../saving/failure.ts'
import { type Column, type Name, names } from './columns.ts'
import type { Person } from './CreatedPeople.tsx'
import { inputFrom, type Row } from './rows.ts'

type Answer = OutputOf<typeof lawyers.calls.addList>
type Mode = 'partial' | 'all'

const noAnswer = '没有收到服务器的回答，账号可能已经创建，请先到人员列表核对'

const creationFailureOf = (error: unknown): Failure => {
  const failure = failureOf(error)
  return error instanceof CallError && error.code === unreachable.code
    ? { ...failure, message: noAnswer }
    : failure
}

const isName = (name: string): name is Name => names.some(it => it === name)

/** The server's words at their cells; about anything else, at the name. */
const refusedBy = ({ cells }: Row, errors: Record<string, string>): Row['refused'] =>
  Object.fromEntries(
    Object.entries(errors).map(([field, message]) => {
      const name = isName(field) ? field : 'name'
      return [name, { text: cells[name], message }]
    }),
  )

const personOf = ({ cells }: Row, id: number, { passwords = [] }: Answer): Person => ({
  id,
  name: cells.name,
  mobile: cells.mobile,
  initialPassword: passwords.find(it => it.id === id)?.initialPassword ?? null,
})

export type Outcome = {
  /** By the key of their rows. */
  people: Map<number, Person>
  refused: Map<number, Row['refused']>
}

const outcomeOf = (rows: readonly Row[], answer: Answer): Outcome => {
  const outcome: Outcome = { people: new Map(), refused: new Map() }
  for (const { index, ok, id, errors } of answer.rows) {
    const row = rows[index]
    if (!row) continue
    if (ok === 0) outcome.refused.set(row.key, refusedBy(row, errors ?? {}))
    else if (id !== undefined) outcome.people.set(row.key, personOf(row, id, answer))
  }
  return outcome
}

/** Sends rows, or has them checked; null when no answer came, and `failure` says why. */
export const useCreate = (columns: readonly Column[]) => {
  const client = useQueryClient()
  const [isSending, setSending] = useState(false)
  const [failure, setFailure] = useState<Failure | null>(null)
  const send = async (rows: readonly Row[], mode: Mode, isOnlyCheck: boolean): Promise<Outcome | null> => {
    setSending(true)
    setFailure(null)
    try {
      const list = rows.map(row => inputFrom(row, columns))
      const outcome = outcomeOf(
        rows,
        await call('lawyers.addList', { list, mode, dryRun: isOnlyCheck ? 1 : 0 }),
      )
      if (outcome.people.size > 0) void refreshRows(client)
      return outcome
    } catch (error) {
      setFailure(creationFailureOf(error))
      return null
    } finally {
      setSending(false)
    }
  }
  return { send, isSending, failure }
}
