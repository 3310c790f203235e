import type { NamedAction } from '../../../session/useRights.ts'
import { BulkEditDialog } from './BulkEditDialog.tsx'
import { BulkRunDialog } from './BulkRunDialog.tsx'
import type { BulkRuns, BulkSubject } from './useBulkRuns.ts'

type Props = BulkSubject & { runs: BulkRuns; chosen: NamedAction | 'edit' }

/** The dialogs of bulk actions and of bulk edit, in one module so that they are loaded together. */
export const BulkDialog = ({ chosen, ...props }: Props) => {
  if (chosen !== 'edit') return <BulkRunDialog {...props} action={chosen} />
  const { editing } = props.runs
  return editing && <BulkEditDialog {...props} previewing={editing} />
}
