import { useEffect, useState } from 'react'

import { type NameReadings, loadNameReadings } from '../../../providers/nameOrder.ts'

let loaded: NameReadings | null = null

/** The readings of names, or null until their dictionary is loaded; then the caller renders again. */
export const useNameReadings = () => {
  const [names, setNames] = useState(loaded)
  useEffect(() => {
    if (names) return
    // Without the dictionary, what is shown before it is loaded stays.
    const keep = (value: NameReadings) => setNames((loaded = value))
    loadNameReadings().then(keep, () => {})
  }, [names])
  return names
}
