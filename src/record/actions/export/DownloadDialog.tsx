import { useTranslate } from 'ra-core'
import { useMemo } from 'react'

import { actionDialogFields } from '../dialogFields.ts'
import type { OwnDialogProps } from '../ownDialog.ts'
import { ExportDialog } from './ExportDialog.tsx'

/** Dialog for an action whose call answers with a file. */
export const DownloadDialog = ({ resource, action, onClose }: OwnDialogProps) => {
  const translate = useTranslate()

  const { who } = resource.calls[action.call]!
  const fields = useMemo(() => actionDialogFields(action, who), [action, who])
  return (
    <ExportDialog
      resource={resource}
      call={action.call}
      label={translate(action.label)}
      note={action.confirm === undefined ? '' : translate(action.confirm)}
      fields={fields}
      onClose={onClose}
    />
  )
}
