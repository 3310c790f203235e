/** Limits of an imported file: rows and columns read, bytes after unpacking, and parts of the zip archive. */
export const fileLimits = { rows: 500, columns: 50, unpacked: 50 * 1024 * 1024, parts: 2000 }

/** What a file input for tables accepts: workbooks and CSV. */
export const sheetTypes =
  '.xlsx,.csv,text/csv,application/vnd.openxmlformats-officedocument.spreadsheetml.sheet'
