/**
 * Limits of an imported file: rows and columns read from a sheet, characters kept of a cell and of all sheets, bytes after
 * unpacking, and parts of the zip archive.
 */
export const fileLimits = {
  rows: 5_000,
  columns: 100,
  cell: 2_000,
  characters: 20_000_000,
  unpacked: 50 * 1024 * 1024,
  parts: 2000,
}

/** Lines above the table, such as a title and instructions, that are read in addition to its rows. */
export const linesAbove = 50
