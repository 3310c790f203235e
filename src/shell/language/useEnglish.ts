import { useQuery } from '@tanstack/react-query'

import type { Language } from '../../../resources/kit/translate.ts'

/** English, whatever the screen is in; null until its texts have arrived, or where it is not wanted. */
export const useEnglish = (isWanted: boolean): Language | null => {
  const { data } = useQuery({
    queryKey: ['language', 'english'],
    queryFn: async () => {
      const { loadLanguage } = await import('../../../providers/catalogues.ts')
      return loadLanguage('en-US', 'app', undefined)
    },
    enabled: isWanted,
    staleTime: Infinity,
    // Structural sharing compares plain data only, and a language holds functions.
    structuralSharing: false,
  })
  return (isWanted && data) || null
}
