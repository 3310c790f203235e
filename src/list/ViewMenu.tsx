import { useStore, useTranslate } from 'ra-core'
import { type ComponentType, useEffect, useState } from 'react'

import { lazyComponent } from '../shell/lazyComponent.tsx'
import { PanelButton } from '../shell/PopupButton.tsx'
import type { ViewPanelProps } from './ViewPanel.tsx'
import { type ListViews, noViews, viewsKeyOf } from './views.ts'

const ViewPanel = lazyComponent(() => import('./ViewPanel.tsx').then(it => it.ViewPanel))

type ViewMenuProps = Omit<ViewPanelProps, 'onClose' | 'onApplied'>

type PlainProps = ViewMenuProps & { onToggle: (isOpen: boolean) => void }

const PlainViewMenu = ({ onToggle, ...props }: PlainProps) => {
  const translate = useTranslate()
  return (
    <PanelButton label={translate('视图')} look="quiet" onToggle={onToggle}>
      {close => <ViewPanel {...props} onClose={close} />}
    </PanelButton>
  )
}

/**
 * The menu that names the view which is on, once it is loaded. Most users have no views, and the first list does not wait for
 * the comparison with them.
 */
const useNamedMenu = (isWanted: boolean): ComponentType<ViewMenuProps> | null => {
  const [menu, setMenu] = useState<ComponentType<ViewMenuProps> | null>(null)
  useEffect(() => {
    if (!isWanted) return undefined
    let isShown = true
    const keep = ({ NamedViewMenu }: typeof import('./NamedViewMenu.tsx')) => {
      if (isShown) setMenu(() => NamedViewMenu)
    }
    // Without its code the menu works, and only does not name the view.
    import('./NamedViewMenu.tsx').then(keep, () => {})
    return () => {
      isShown = false
    }
  }, [isWanted])
  return menu
}

/** Button that opens the saved views of a list, and says which one is on. */
export const ViewMenu = (props: ViewMenuProps) => {
  const [{ views, sharedStart }] = useStore<ListViews>(viewsKeyOf(props.resource), noViews)
  const [isOpen, setOpen] = useState(false)
  const [isNamed, setNamed] = useState(false)
  const NamedViewMenu = useNamedMenu(views.length > 0 || sharedStart != null)
  // The button does not change while its panel is open, which would close it.
  if (NamedViewMenu && !isNamed && !isOpen) setNamed(true)
  return isNamed && NamedViewMenu ? (
    <NamedViewMenu {...props} />
  ) : (
    <PlainViewMenu {...props} onToggle={setOpen} />
  )
}
