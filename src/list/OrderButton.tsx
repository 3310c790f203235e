import { useListContext, useTranslate } from 'ra-core'
import { useState } from 'react'

import type { AnyEntity } from '../../resources/kit/index.ts'
import { useRights } from '../session/useRights.ts'
import { Button } from '../ui/Button.tsx'
import { lazyComponent } from '../loading/lazyComponent.tsx'

const OrderDialog = lazyComponent(() => import('./OrderDialog.tsx').then(it => it.OrderDialog))

/** Button that opens the dialog for sorting a list manually, for users who may edit its records. */
export const OrderButton = ({ resource }: { resource: AnyEntity }) => {
  const translate = useTranslate()
  const { can } = useRights()
  const { filterValues = {} } = useListContext()
  const [isOpen, setOpen] = useState(false)
  if (!resource.orderField || !can(resource, 'edit')) return null
  return (
    <>
      <Button
        onPointerEnter={OrderDialog.preload}
        onFocus={OrderDialog.preload}
        onClick={() => setOpen(true)}
      >
        {translate('调整顺序')}
      </Button>
      {isOpen && (
        <OrderDialog
          resource={resource}
          field={resource.orderField}
          filter={filterValues}
          onClose={() => setOpen(false)}
        />
      )}
    </>
  )
}
