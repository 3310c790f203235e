/** What a `search` column holds: lower-case, since the search box does not tell the two apart. */
export const searchText = (...parts: (string | null | undefined)[]) =>
  parts.filter(Boolean).join(' ').toLowerCase()
