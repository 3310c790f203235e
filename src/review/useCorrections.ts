import { useState } from 'react'

type Patch = Readonly<Record<string, unknown>>

export type Corrections = {
  /** What the reviewer changed, by field. */
  patch: Patch
  /** Undefined takes a correction back. */
  correct: (name: string, value: unknown) => void
  /** The fields whose correction is open: deciding now would lose what is being typed. */
  edited: readonly string[]
  setEditing: (name: string, isEditing: boolean) => void
}

export const useCorrections = (): Corrections => {
  const [patch, setPatch] = useState<Patch>({})
  const [edited, setEdited] = useState<readonly string[]>([])
  return {
    patch,
    correct: (name, value) =>
      setPatch(known => {
        const { [name]: _, ...rest } = known
        return value === undefined ? rest : { ...rest, [name]: value }
      }),
    edited,
    setEditing: (name, isEditing) =>
      setEdited(known => [...known.filter(it => it !== name), ...(isEditing ? [name] : [])]),
  }
}
