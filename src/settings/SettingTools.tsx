import { useTranslate } from 'ra-core'
import { useState } from 'react'

import { Button } from '../ui/Button.tsx'
import { Dialog } from '../ui/Dialog.tsx'
import { PageActions } from '../layout/pageSlots.tsx'
import { useRights } from '../session/useRights.ts'
import { logs } from '../../resources/logs.ts'
import type { LogFilter } from './ChangeLog.tsx'
import { ChangeLog } from './ChangeLog.tsx'

/** Button in the page header that opens 变更记录, for users who may read the log. */
export const ChangeLogButton = ({ filter }: { filter: LogFilter }) => {
  const translate = useTranslate()
  const { can } = useRights()
  const [isOpen, setOpen] = useState(false)
  if (!can(logs, 'getAdminLogPageList')) return null
  return (
    <PageActions>
      <Button onPointerEnter={Dialog.preload} onFocus={Dialog.preload} onClick={() => setOpen(true)}>
        {translate('变更记录')}
      </Button>
      {isOpen && <ChangeLog filter={filter} onClose={() => setOpen(false)} />}
    </PageActions>
  )
}
