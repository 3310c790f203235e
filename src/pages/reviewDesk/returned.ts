import type { AnyRecord } from '../../../resources/kit/index.ts'
import type { RefusalReasons } from '../../review/RefuseDialog.tsx'

/** A decision that was taken back or refused by the server: what there was to see, and what had been written. */
export type Returned = {
  label: string
  title: string
  /** Why nothing was decided; null where the reviewer took it back. */
  message: string | null
  seen: AnyRecord
  refusal: RefusalReasons | undefined
}
