/** Address of a list with a filter set. */
export const filteredListPath = (path: string, filter: Readonly<Record<string, unknown>>) =>
  `${path}?filter=${encodeURIComponent(JSON.stringify(filter))}`
