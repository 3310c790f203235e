import { useEffect, useState } from 'react'

import { type SearchableName, type ReadingsOf, rankOf } from './nameRank.ts'

let loaded: ReadingsOf | null = null
// The dictionary has 100 kB, so it is loaded only when somebody types Latin letters into a select with Chinese names.
const loadNameRank = async () => {
  const { polyphonic } = await import('pinyin-pro')
  const readingsCache = new Map<string, readonly string[]>()
  loaded = character => {
    const readings =
      readingsCache.get(character) ??
      polyphonic(character, { toneType: 'none', type: 'array', v: true })[0] ??
      []
    readingsCache.set(character, readings)
    return readings
  }
}

/** Returns a function that ranks an option by its name, pinyin or initials; undefined means no match. */
export const useNameRank = () => {
  // Triggers a new ranking once the dictionary is loaded; until then options are matched by their names only.
  const [isLoaded, setLoaded] = useState(loaded !== null)
  useEffect(() => {
    if (!isLoaded) void loadNameRank().then(() => setLoaded(true))
  }, [isLoaded])
  return (choice: SearchableName, typed: string) => rankOf(choice, typed, loaded)
}
