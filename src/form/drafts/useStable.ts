import { useState } from 'react'

type Values = Readonly<Record<string, unknown>>

const hasSameValues = (one: Values | null, other: Values | null) => {
  if (!one || !other) return one === other
  const names = Object.keys(one)
  return names.length === Object.keys(other).length && names.every(name => Object.is(one[name], other[name]))
}

/** Returns the previous object as long as it holds the same values. */
export const useStable = (values: Values | null) => {
  const [stable, setStable] = useState(values)
  if (hasSameValues(stable, values)) return stable
  setStable(values)
  return values
}
