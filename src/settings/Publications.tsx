import { useQueryClient } from '@tanstack/react-query'
import { useTranslate } from 'ra-core'
import { useState } from 'react'

import type { ServedCall } from '../../providers/call.ts'
import { firm } from '../../resources/settings/firm.ts'
import { useServedCall } from '../session/useCall.ts'
import { useRights } from '../session/useRights.ts'
import { History } from '../record/history/History.tsx'
import { useRestore } from '../record/history/useRestore.ts'
import { Button } from '../ui/Button.tsx'
import { Dialog } from '../ui/Dialog.tsx'
import { PageActions } from '../layout/pageSlots.tsx'

const revisionLabels = { publish: '发布@event', original: '初始内容' }

type Props = { revisionsCall: ServedCall<'firm.mpRevisions'>; version: number; onClose: () => void }

const Publications = ({ revisionsCall, version, onClose }: Props) => {
  const translate = useTranslate()
  const client = useQueryClient()
  const { can } = useRights()
  const restoreCall = useServedCall('firm.restoreMpconf')
  const restoring = useRestore('firm', async to => {
    if (restoreCall) await restoreCall({ to, version })
    await client.invalidateQueries({ queryKey: ['firm', 'mpconf'] })
    onClose()
  })
  return (
    <Dialog title={translate('发布记录')} onClose={onClose} isWide>
      <div className="dialog-content">
        <History
          queryKey={['firm', 'mpRevisions', version]}
          load={signal => revisionsCall({}, { signal })}
          labels={revisionLabels}
          consequence={translate('访客随即看到恢复的内容，未发布的草稿不再保留。')}
          restoring={can(firm, 'restoreMpconf') ? restoring : undefined}
        />
      </div>
    </Dialog>
  )
}

/** Button that opens the history of publications, from which an earlier one can be restored. */
export const PublicationsButton = ({ version }: { version: number }) => {
  const translate = useTranslate()
  const revisionsCall = useServedCall('firm.mpRevisions')
  const [isOpen, setOpen] = useState(false)
  if (!revisionsCall) return null
  return (
    <PageActions>
      <Button onClick={() => setOpen(true)}>{translate('发布记录')}</Button>
      {isOpen && (
        <Publications revisionsCall={revisionsCall} version={version} onClose={() => setOpen(false)} />
      )}
    </PageActions>
  )
}
