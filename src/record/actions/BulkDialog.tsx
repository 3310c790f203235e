import type { NamedAction } from '../../shell/useRights.ts'
import { BulkEditDialog } from './BulkEditDialog.tsx'
import { BulkRunDialog } from './BulkRunDialog.tsx'
import type { BulkRuns, BulkSubject } from './useBulkRuns.ts'

type Props = BulkSubject & { runs: BulkRuns; chosen: NamedAction | 'edit' }

/** The dialog before many records are changed: of an action, or of a change of fields. Both are loaded together. */
export const BulkDialog = ({ chosen, ...props }: Props) => {
  if (chosen !== 'edit') return <BulkRunDialog {...props} action={chosen} />
  const { editing } = props.runs
  return editing && <BulkEditDialog {...props} previewing={editing} />
}
