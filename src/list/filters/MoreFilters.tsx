import { useStore, useTranslate } from 'ra-core'
import type { ComponentProps } from 'react'

import { lazyComponent } from '../../loading/lazyComponent.tsx'
import { PanelButton } from '../../ui/PopupButton.tsx'

const FilterNames = lazyComponent(() => import('./FilterNames.tsx').then(it => it.FilterNames))

/** Number of filters shown by default; declarations list the most used ones first. */
const defaultFilterCount = 4

/** Which filters the row shows, stored per user and list. */
export const useFiltersInRow = (names: readonly string[], storeKey: string) => {
  const [stored, setChosen] = useStore<readonly string[] | null>(`${storeKey}.filters`, null)
  const chosen = stored ?? names.slice(0, defaultFilterCount)
  const toggle = (name: string) =>
    setChosen(names.filter(other => chosen.includes(other) !== (other === name)))
  return { chosen, toggle, hasMore: names.length > defaultFilterCount }
}

type Props = ComponentProps<typeof FilterNames>

/** Button that opens the list of all filters. */
export const MoreFilters = ({ onOpen, ...props }: Props) => {
  const translate = useTranslate()
  return (
    <PanelButton label={translate('更多筛选')} look="quiet" preload={FilterNames.preload}>
      {close => (
        <FilterNames
          {...props}
          onOpen={name => {
            close()
            onOpen(name)
          }}
        />
      )}
    </PanelButton>
  )
}
