import { useState } from 'react'

import type { DirectoryField } from '../../../resources/domain/directory.ts'
import type { ComparedRow } from './words.ts'

type Selected = ReadonlyMap<number, ReadonlySet<DirectoryField>>

/**
 * The fields that are taken where only the person is chosen: those that nobody corrected here. Where all were corrected, choosing
 * the person means to take the directory's.
 */
const usualFields = ({ kind, differences }: ComparedRow) =>
  new Set(differences.filter(it => kind === 'kept' || it.isKept === 0).map(it => it.field))

/** The chosen rows of a comparison, and of each the fields that are taken. */
export const useSelection = () => {
  const [selected, setSelected] = useState<Selected>(new Map())
  const change = (rows: readonly ComparedRow[], isOn: boolean) =>
    setSelected(known => {
      const next = new Map(known)
      for (const row of rows) {
        if (!isOn) next.delete(row.index)
        else if (!next.has(row.index)) next.set(row.index, usualFields(row))
      }
      return next
    })
  /** Choosing a field chooses its row; of a row that is left without any field, nothing would be taken. */
  const changeField = (row: ComparedRow, field: DirectoryField, isOn: boolean) =>
    setSelected(known => {
      const fields = new Set(known.get(row.index) ?? (isOn ? [] : usualFields(row)))
      if (isOn) fields.add(field)
      else fields.delete(field)
      const next = new Map(known)
      if (fields.size > 0 || row.kind === 'match') next.set(row.index, fields)
      else next.delete(row.index)
      return next
    })
  return { selected, change, changeField, clear: () => setSelected(new Map()) }
}

export type RowSelection = ReturnType<typeof useSelection>
