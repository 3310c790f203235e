import { useStore, useTranslate } from 'ra-core'
import { useEffect, useState } from 'react'

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

const loadNamedMenu = () => import('./NamedViewMenu.tsx')

// Most users have no views, and the first list does not wait for the comparison with them.
const NamedViewMenu = lazyComponent(
  () => loadNamedMenu().then(it => it.NamedViewMenu),
  (props: ViewMenuProps) => <PlainViewMenu {...props} onToggle={() => {}} />,
)

/** Whether the code of the menu that names the view is there; without it the menu works, and only names none. */
const useNamedMenu = (isWanted: boolean): boolean => {
  const [isLoaded, setLoaded] = useState(false)
  useEffect(() => {
    if (!isWanted) return undefined
    let isShown = true
    const note = () => {
      if (isShown) setLoaded(true)
    }
    loadNamedMenu().then(note, () => {})
    return () => {
      isShown = false
    }
  }, [isWanted])
  return isLoaded
}

/** Button that opens the saved views of a list, and says which one is on. */
export const ViewMenu = (props: ViewMenuProps) => {
  const [{ views, sharedStart }] = useStore<ListViews>(viewsKeyOf(props.resource), noViews)
  const [isOpen, setOpen] = useState(false)
  const [isNamed, setNamed] = useState(false)
  const isLoaded = useNamedMenu(views.length > 0 || sharedStart != null)
  // The button does not change while its panel is open, which would close it.
  if (isLoaded && !isNamed && !isOpen) setNamed(true)
  return isNamed ? <NamedViewMenu {...props} /> : <PlainViewMenu {...props} onToggle={setOpen} />
}
