import { csvFile } from '../../exports/csv.ts'
import type { ArchivedFile } from '../../exports/zipStream.ts'

type Row = readonly string[]

/** A short table, which the report contains as a whole or in part. */
export type EvidenceTable = { title: string; header: Row; rows: readonly Row[] }

async function* onePage(rows: readonly Row[]) {
  yield rows
}

/** The table as a CSV file of the archive. */
export const tableFile = ({ title, header, rows }: EvidenceTable): ArchivedFile => ({
  path: `${title}.csv`,
  pieces: csvFile(header, onePage(rows)),
})

/** A table whose rows are read while they are written. */
export const longTableFile = (
  title: string,
  header: Row,
  pages: AsyncIterable<readonly Row[]>,
): ArchivedFile => ({ path: `${title}.csv`, pieces: csvFile(header, pages) })
