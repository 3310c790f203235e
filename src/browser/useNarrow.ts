import { useMediaQuery } from './useMediaQuery.ts'

/**
 * Whether the window is narrow, so that the page header is compact (specification, section 9) and rows become cards.
 */
export const useNarrow = () => useMediaQuery('(max-width: 768px)')
