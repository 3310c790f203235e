import { useQuery } from '@tanstack/react-query'

import type { Language } from '../../resources/kit/translate.ts'

/** English texts regardless of the current language; null until they are loaded, or if they are not needed. */
export const useEnglish = (isWanted: boolean): Language | null => {
  const { data } = useQuery({
    queryKey: ['language', 'english'],
    queryFn: async () => {
      const { loadLanguage } = await import('../../providers/catalogues.ts')
      return loadLanguage('en-US', 'app', undefined)
    },
    enabled: isWanted,
    staleTime: Infinity,
    // Structural sharing compares plain data only, and a language holds functions.
    structuralSharing: false,
  })
  return (isWanted && data) || null
}
