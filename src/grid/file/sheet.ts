/** What a sheet has besides the lines that were read. */
export type Unread = {
  /** Rows with content after the last line that was read. */
  rows: number
  /** Columns with content after the last one that is read. */
  columns: number
  /** Cells whose text was cut because it is too long. */
  cut: number
}

/** The content of a sheet of a workbook, or of a CSV file. */
export type Sheet = {
  /** Name of the tab; empty for a CSV file. */
  name: string
  isHidden: boolean
  /** The lines with content. A value that is merged downwards is in each of its lines. */
  lines: string[][]
  /** Number of each line in the file, counted from 1. */
  rows: number[]
  /** Cells that are merged to the right, by index of the line and of the first and last column. */
  spans: { line: number; from: number; to: number }[]
  /** Values that are merged downwards, by column and by index of the line they stand in and of the last one they fill. */
  copies: { column: number; from: number; to: number }[]
  /** Whether serial dates count from 1904, as in workbooks of earlier Macs. */
  is1904: boolean
  unread: Unread
}

/** The worksheets of a file; tabs without cells, such as charts, are left out. */
export type SheetFile = {
  sheets: Sheet[]
  /** Index of the sheet that was open when the file was saved; 0 if that is no worksheet. */
  active: number
}
