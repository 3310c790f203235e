import type { ImportAnswer, ImportInput, OutputOf } from '../../resources/kit/index.ts'
import type { imports } from '../../resources/imports.ts'
import type { Context } from './context.ts'

type Calls = typeof imports.calls
/** An import batch that the caller may see. */
export type FoundBatch = { id: number; createdBy: string | null }

/** How the records of one kind of batch are previewed and removed again. */
export type BatchKind = {
  previewUndo: (
    context: Context,
    batch: FoundBatch,
  ) => Promise<Pick<OutputOf<Calls['preview']>, 'mayUndo' | 'removing' | 'kept' | 'restoring'>>
  undo: (context: Context, batch: FoundBatch) => Promise<OutputOf<Calls['undo']>>
}

/** A batch kind for a plain entity, whose import is one call. */
export type RecordBatch = BatchKind & {
  add: (input: ImportInput, context: Context) => Promise<ImportAnswer>
}
