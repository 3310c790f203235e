import { useMemo } from 'react'

import type { AnyResource } from '../../resources/kit/index.ts'
import { dialogFieldsOf } from '../actions/dialogFields.ts'
import type { NamedAction } from '../actions/useRights.ts'
import { ExportDialog } from './ExportDialog.tsx'

type Props = { resource: AnyResource; action: NamedAction; onClose: () => void }

/** The dialog of an action whose call answers a file. */
export const DownloadDialog = ({ resource, action, onClose }: Props) => {
  const { who } = resource.calls[action.call]!
  const fields = useMemo(() => dialogFieldsOf(action, who), [action, who])
  return (
    <ExportDialog
      resource={resource}
      call={action.call}
      label={action.label}
      note={action.confirm ?? ''}
      fields={fields}
      onClose={onClose}
    />
  )
}
