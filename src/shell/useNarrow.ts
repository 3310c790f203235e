import { useMediaQuery } from './useMediaQuery.ts'

/** Up to here the page header goes compact (specification, section 9) and rows become cards. */
export const useNarrow = () => useMediaQuery('(max-width: 768px)')
