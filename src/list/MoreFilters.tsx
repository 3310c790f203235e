import { useStore, useTranslate } from 'ra-core'

import type { AnyEntity } from '../../resources/kit/index.ts'
import { PanelButton } from '../shell/PopupButton.tsx'

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

type Props = { filters: AnyEntity['filters']; names: readonly string[] } & ReturnType<typeof useFiltersInRow>

export const MoreFilters = ({ filters, names, chosen, toggle }: Props) => {
  const translate = useTranslate()
  return (
    <PanelButton label={translate('更多筛选')} look="quiet">
      {() => (
        <ul className="columns">
          {names.map(name => (
            <li key={name}>
              <label>
                <input type="checkbox" checked={chosen.includes(name)} onChange={() => toggle(name)} />
                {translate(filters[name]!.field.label)}
              </label>
            </li>
          ))}
        </ul>
      )}
    </PanelButton>
  )
}
