import { foldForSearch } from '../../../resources/kit/index.ts'

/** The content of a `search` column: folded text, since searches ignore case and character width. */
export const searchText = (...parts: (string | null | undefined)[]) =>
  foldForSearch(parts.filter(Boolean).join(' '))
