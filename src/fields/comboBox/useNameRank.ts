import { type SearchableName, rankOf } from './nameRank.ts'
import { useNameReadings } from '../text/useNameReadings.ts'

/** Returns a function that ranks an option by its name, pinyin or initials; undefined means no match. */
export const useNameRank = () => {
  // Until the dictionary is loaded, options are matched by their names only.
  const names = useNameReadings()
  return (choice: SearchableName, typed: string) => rankOf(choice, typed, names?.lettersOf ?? null)
}
