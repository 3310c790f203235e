import { useStore, useTranslate } from 'ra-core'
import { useState } from 'react'

import { lazyComponent } from '../shell/lazyComponent.tsx'
import { PanelButton } from '../shell/PopupButton.tsx'
import type { ViewPanelProps } from './ViewPanel.tsx'
import { type ListViews, noViews, viewsKeyOf } from './views.ts'

const ViewPanel = lazyComponent(() => import('./ViewPanel.tsx').then(it => it.ViewPanel))

type ViewMenuProps = Omit<ViewPanelProps, 'onClose' | 'onApplied'>

type PlainProps = ViewMenuProps & { onToggle?: (isOpen: boolean) => void }

const PlainViewMenu = ({ onToggle, ...props }: PlainProps) => {
  const translate = useTranslate()
  return (
    <PanelButton label={translate('视图')} look="quiet" {...(onToggle && { onToggle })}>
      {close => <ViewPanel {...props} onClose={close} />}
    </PanelButton>
  )
}

// Most users have no views, and the first list does not wait for the comparison with them.
const NamedViewMenu = lazyComponent(
  () => import('./NamedViewMenu.tsx').then(it => it.NamedViewMenu),
  (props: ViewMenuProps) => <PlainViewMenu {...props} />,
)

/** Button that opens the saved views of a list, and says which one is on. */
export const ViewMenu = (props: ViewMenuProps) => {
  const [{ views, sharedStart }] = useStore<ListViews>(viewsKeyOf(props.resource), noViews)
  const [isOpen, setOpen] = useState(false)
  const [isNamed, setNamed] = useState(false)
  // The button does not change while its panel is open, which would close it.
  if (!isNamed && !isOpen && (views.length > 0 || sharedStart)) setNamed(true)
  return isNamed ? <NamedViewMenu {...props} /> : <PlainViewMenu {...props} onToggle={setOpen} />
}
