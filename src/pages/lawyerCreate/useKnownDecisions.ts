import { useRef, useState } from 'react'

import type { GridRowData } from '../../grid/rows.ts'
import type { KnownPerson } from './useCreate.ts'

/** What happens to a row about a known person: the person is updated, nothing happens, or somebody new is created. */
export type RowDecision = { kind: 'update'; id: number } | { kind: 'skip' } | { kind: 'new' }

/** The known people of a row, as long as the row has the texts that were compared. */
type Found = { cells: GridRowData['cells']; people: readonly KnownPerson[]; decision: RowDecision | null }

export type FoundRow = { row: GridRowData } & Omit<Found, 'cells'>

/** The rows about known people, and what the user has decided about each. Nothing is decided by itself. */
export const useKnownDecisions = () => {
  const [found, setFound] = useState<ReadonlyMap<number, Found>>(new Map())
  // Read while rows are sent, after the render in which the user decided.
  const latest = useRef(found)
  const change = (next: ReadonlyMap<number, Found>) => {
    latest.current = next
    setFound(next)
  }
  return {
    isNew: ({ key, cells }: GridRowData) => {
      const one = latest.current.get(key)
      return one?.cells === cells && one.decision?.kind === 'new'
    },
    /** Takes over what a check found about these rows. */
    find: (rows: readonly GridRowData[], known: ReadonlyMap<number, readonly KnownPerson[]>) =>
      change(
        new Map([
          ...latest.current,
          ...rows.flatMap(({ key, cells }) => {
            const before = latest.current.get(key)
            const decision = before?.cells === cells ? before.decision : null
            return [[key, { cells, people: known.get(key) ?? [], decision }] as const]
          }),
        ]),
      ),
    rowsOf: (rows: readonly GridRowData[]): FoundRow[] =>
      rows.flatMap(row => {
        const one = found.get(row.key)
        if (!one || one.cells !== row.cells || one.people.length === 0) return []
        return [{ row, people: one.people, decision: one.decision }]
      }),
    decide: (keys: ReadonlyMap<number, RowDecision>) =>
      change(
        new Map(
          [...latest.current].map(([key, one]) => {
            const decision = keys.get(key)
            return [key, decision ? { ...one, decision } : one]
          }),
        ),
      ),
  }
}

export type KnownDecisions = ReturnType<typeof useKnownDecisions>
