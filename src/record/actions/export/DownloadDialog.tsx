import { useListContext, useTranslate } from 'ra-core'
import { useMemo } from 'react'
import type { z } from 'zod'

import { actionDialogFields } from '../dialogFields.ts'
import type { OwnDialogProps } from '../ownDialog.ts'
import { ExportDialog } from './ExportDialog.tsx'

/** Dialog for an action whose call answers with a file. */
export const DownloadDialog = ({ resource, action, onClose }: OwnDialogProps) => {
  const translate = useTranslate()

  const { sort } = useListContext()
  const { who, input } = resource.calls[action.call]!
  // Every input is an object; a file without an order of its own takes none.
  const takesOrder = 'sortField' in (input as z.ZodObject).shape
  const isSortable = resource.sortable.some(name => name === sort.field)
  const order = takesOrder && isSortable ? { sortField: sort.field, sortOrder: sort.order.toLowerCase() } : {}
  const fields = useMemo(() => actionDialogFields(action, who), [action, who])
  return (
    <ExportDialog
      resource={resource}
      call={action.call}
      label={translate(action.label)}
      note={action.confirm === undefined ? '' : translate(action.confirm)}
      fields={fields}
      inputOf={answers => ({ ...answers, ...order })}
      onClose={onClose}
    />
  )
}
