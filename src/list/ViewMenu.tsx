import { useTranslate } from 'ra-core'

import { lazyComponent } from '../shell/lazyComponent.tsx'
import { PanelButton } from '../shell/PopupButton.tsx'
import type { ViewPanelProps } from './ViewPanel.tsx'

const ViewPanel = lazyComponent(() => import('./ViewPanel.tsx').then(it => it.ViewPanel))

/** Button that opens the saved views of a list. */
export const ViewMenu = (props: Omit<ViewPanelProps, 'onClose'>) => {
  const translate = useTranslate()
  return (
    <PanelButton label={translate('视图')} look="quiet">
      {close => <ViewPanel {...props} onClose={close} />}
    </PanelButton>
  )
}
