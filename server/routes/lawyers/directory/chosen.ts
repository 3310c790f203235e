import type {
  DirectoryField,
  DirectoryRow,
  DirectoryRowResult,
} from '../../../../resources/domain/directory.ts'

/** A row that was chosen, with the fields that are taken of it. */
export type Chosen = { row: DirectoryRow; fields: DirectoryField[] }

/** What became of the rows, by their index. */
export type Results = Map<number, DirectoryRowResult>
