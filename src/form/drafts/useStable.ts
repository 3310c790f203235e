import { useState } from 'react'

type Values = Readonly<Record<string, unknown>>

const hasSameValues = (one: Values | null, other: Values | null) => {
  if (!one || !other) return one === other
  const names = Object.keys(one)
  return names.length === Object.keys(other).length && names.every(name => Object.is(one[name], other[name]))
}

/** The same object as before as long as it holds the same values. */
export const useStable = (values: Values | null) => {
  const [kept, setKept] = useState(values)
  if (hasSameValues(kept, values)) return kept
  setKept(values)
  return values
}
