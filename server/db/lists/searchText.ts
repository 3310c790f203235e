import { folded } from '../../../resources/kit/index.ts'

/** What a `search` column holds: folded, since a search tells neither case nor width apart. */
export const searchText = (...parts: (string | null | undefined)[]) => folded(parts.filter(Boolean).join(' '))
