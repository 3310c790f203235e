import { useStore, useTranslate } from 'ra-core'

import type { AnyEntity } from '../../resources/kit/index.ts'
import { PanelButton } from '../shell/PopupButton.tsx'

/** So many stand in the row until a user chooses others; a list names its filters the most used first. */
const inRow = 4

/** Which filters stand in the row: remembered for each user and list. */
export const useFiltersInRow = (names: readonly string[], storeKey: string) => {
  const [stored, setChosen] = useStore<readonly string[] | null>(`${storeKey}.filters`, null)
  const chosen = stored ?? names.slice(0, inRow)
  const toggle = (name: string) =>
    setChosen(names.filter(other => chosen.includes(other) !== (other === name)))
  return { chosen, toggle, hasMore: names.length > inRow }
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
