import { useTranslate } from 'ra-core'
import { useState } from 'react'

import { useRights } from '../session/useRights.ts'
import { Button } from '../ui/Button.tsx'
import { lazyComponent } from '../loading/lazyComponent.tsx'
import type { ListExportProps } from './ListExportDialog.tsx'

const ListExportDialog = lazyComponent(() => import('./ListExportDialog.tsx').then(it => it.ListExportDialog))

/** Button that opens the export dialog of a list, for users with the right to export. */
export const ExportButton = (props: ListExportProps) => {
  const translate = useTranslate()
  const { can } = useRights()
  const [isOpen, setOpen] = useState(false)
  if (!props.resource.exports || !can(props.resource, 'export')) return null
  return (
    <>
      <Button
        onPointerEnter={ListExportDialog.preload}
        onFocus={ListExportDialog.preload}
        onClick={() => setOpen(true)}
      >
        {translate('导出')}
      </Button>
      {isOpen && <ListExportDialog {...props} onClose={() => setOpen(false)} />}
    </>
  )
}
