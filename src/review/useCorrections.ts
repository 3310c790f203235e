import { useState } from 'react'

type Patch = Readonly<Record<string, unknown>>

export type Corrections = {
  /** Corrected values by field name. */
  patch: Patch
  /** Stores a correction; undefined removes it. */
  correct: (name: string, value: unknown) => void
  /** Names of the fields whose correction form is open; deciding would lose what is being typed there. */
  edited: readonly string[]
  setEditing: (name: string, isEditing: boolean) => void
}

type CorrectionState = Pick<Corrections, 'patch' | 'edited'>
const emptyState: CorrectionState = { patch: {}, edited: [] }

/** Corrections per record, so that they are still there when the reviewer returns to a record. */
export const useCorrections = () => {
  const [stateOfKey, setStateOfKey] = useState<Readonly<Record<string, CorrectionState>>>({})
  const correctionsFor = (key: string): Corrections => {
    const change = (next: (known: CorrectionState) => CorrectionState) =>
      setStateOfKey(all => ({ ...all, [key]: next(all[key] ?? emptyState) }))
    return {
      ...(stateOfKey[key] ?? emptyState),
      correct: (name, value) =>
        change(known => {
          const { [name]: _, ...rest } = known.patch
          return { ...known, patch: value === undefined ? rest : { ...rest, [name]: value } }
        }),
      setEditing: (name, isEditing) =>
        change(known => ({
          ...known,
          edited: [...known.edited.filter(it => it !== name), ...(isEditing ? [name] : [])],
        })),
    }
  }
  const forget = (key: string) =>
    setStateOfKey(all => {
      const { [key]: _, ...rest } = all
      return rest
    })
  return { of: correctionsFor, forget }
}
