import { useTranslate } from 'ra-core'

import type { AnyEntity } from '../../../resources/kit/index.ts'

type Props = {
  filters: AnyEntity['filters']
  names: readonly string[]
  /** Names of the filters that the row always shows. */
  chosen: readonly string[]
  toggle: (name: string) => void
  onOpen: (name: string) => void
}

/** All filters of the list: one press opens one, and a checked one stays in the row. */
export const FilterNames = ({ filters, names, chosen, toggle, onOpen }: Props) => {
  const translate = useTranslate()
  return (
    <>
      <p className="field-hint">{translate('点名称打开，勾选的始终显示')}</p>
      <ul className="columns filter-names">
        {names.map(name => {
          const label = translate(filters[name]!.field.label)
          const pinName = translate('始终显示%{label}', { label })
          return (
            <li key={name}>
              <button type="button" className="filter-name" onClick={() => onOpen(name)}>
                {label}
              </button>
              <input
                type="checkbox"
                aria-label={pinName}
                title={pinName}
                checked={chosen.includes(name)}
                onChange={() => toggle(name)}
              />
            </li>
          )
        })}
      </ul>
    </>
  )
}
