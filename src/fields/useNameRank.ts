import { useEffect, useState } from 'react'

import { type SearchableName, type ReadingsOf, rankOf } from './nameRank.ts'

let loaded: ReadingsOf | null = null
// 100 kB of dictionary, for those who type Latin letters into a Chinese choice.
const load = async () => {
  const { polyphonic } = await import('pinyin-pro')
  const known = new Map<string, readonly string[]>()
  loaded = character => {
    const readings =
      known.get(character) ?? polyphonic(character, { toneType: 'none', type: 'array', v: true })[0] ?? []
    known.set(character, readings)
    return readings
  }
}

/** How well a choice answers to what was typed: by its name, its pinyin or its initials; undefined where it does not. */
export const useNameRank = () => {
  // Ranks anew once the dictionary is there; until then names answer to what is typed as they stand.
  const [isLoaded, setLoaded] = useState(loaded !== null)
  useEffect(() => {
    if (!isLoaded) void load().then(() => setLoaded(true))
  }, [isLoaded])
  return (choice: SearchableName, typed: string) => rankOf(choice, typed, loaded)
}
