/** A list with this filter set, as its own chips would set it. */
export const filtered = (path: string, filter: Readonly<Record<string, unknown>>) =>
  `${path}?filter=${encodeURIComponent(JSON.stringify(filter))}`
