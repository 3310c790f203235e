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

type Kept = Pick<Corrections, 'patch' | 'edited'>
const nothing: Kept = { patch: {}, edited: [] }

/** Kept by what is corrected, so that whoever looks at another record finds his corrections again. */
export const useCorrections = () => {
  const [kept, setKept] = useState<Readonly<Record<string, Kept>>>({})
  const of = (key: string): Corrections => {
    const change = (next: (known: Kept) => Kept) =>
      setKept(all => ({ ...all, [key]: next(all[key] ?? nothing) }))
    return {
      ...(kept[key] ?? nothing),
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
    setKept(all => {
      const { [key]: _, ...rest } = all
      return rest
    })
  return { of, forget }
}
