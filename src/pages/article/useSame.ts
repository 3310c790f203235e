import { useState } from 'react'

type Values = Readonly<Record<string, unknown>>

const isSameAs = (one: Values | null, other: Values | null) => {
  if (!one || !other) return one === other
  const names = Object.keys(one)
  return names.length === Object.keys(other).length && names.every(it => Object.is(one[it], other[it]))
}

/** The same object as before as long as it holds the same values. */
export const useSame = (values: Values | null) => {
  const [kept, setKept] = useState(values)
  if (isSameAs(kept, values)) return kept
  setKept(values)
  return values
}
