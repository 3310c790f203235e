import { useStore, useTranslate } from 'ra-core'
import { useState } from 'react'

import { lazyComponent } from '../../loading/lazyComponent.tsx'
import { PanelButton } from '../../ui/PopupButton.tsx'
import type { ViewPanelProps } from './ViewPanel.tsx'
import { type AppliedView, type ListViews, noViews, viewsKeyOf } from './views.ts'

const ViewPanel = lazyComponent(() => import('./ViewPanel.tsx').then(it => it.ViewPanel))

// Most users have no views, and the first list does not wait for the comparison with them. Without its code the menu works,
// and names no view.
const ViewName = lazyComponent(
  () => import('./ViewName.tsx').then(it => it.ViewName),
  undefined,
  () => null,
)

/** Button that opens the saved views of a list, and says which one is on. */
export const ViewMenu = (props: Omit<ViewPanelProps, 'onClose' | 'onApplied'>) => {
  const translate = useTranslate()
  const [{ views, sharedStart }] = useStore<ListViews>(viewsKeyOf(props.resource), noViews)
  const [applied, setApplied] = useState<AppliedView>()
  const [label, setLabel] = useState<string>()
  const { resource, columns } = props
  const isNamed = applied !== undefined || views.length > 0 || sharedStart != null
  return (
    <>
      <PanelButton label={(isNamed && label) || translate('视图')} look="quiet" preload={ViewPanel.preload}>
        {close => <ViewPanel {...props} onClose={close} onApplied={setApplied} />}
      </PanelButton>
      {isNamed && <ViewName {...{ resource, columns, applied }} onApplied={setApplied} onLabel={setLabel} />}
    </>
  )
}
