import type { AnyRecord } from '../../../resources/kit/index.ts'
import type { RefusalReasons } from '../../review/decisions/RefuseDialog.tsx'

/** A decision that the server refused or the reviewer undid, with the record as seen then and the entered reasons. */
export type Returned = {
  label: string
  title: string
  /** Error message; null if the reviewer undid the decision. */
  message: string | null
  seen: AnyRecord
  refusal: RefusalReasons | undefined
}
