import Popper from '@mui/material/Popper'
import type { UseAutocompleteReturnValue } from '@mui/material/useAutocomplete'

import { Themed } from '../layout/Themed.tsx'

/** One thing to choose; `pinyin` is what it may be found by besides its name. */
export type Choice = { id: string | number; name: string; pinyin?: string | undefined; note?: string }

type Props = {
  auto: Pick<
    UseAutocompleteReturnValue<Choice>,
    'anchorEl' | 'getListboxProps' | 'getOptionProps' | 'groupedOptions'
  >
  /** Said where there is nothing to choose. */
  emptyText: string
}

/** The open list of a searchable choice: over everything, below its input or above it where there is no room. */
export const OptionList = ({ auto, emptyText }: Props) => (
  <Themed>
    <Popper
      open
      role="presentation"
      className="combo-popper"
      anchorEl={auto.anchorEl}
      placement="bottom-start"
      style={{ width: auto.anchorEl?.clientWidth }}
    >
      <ul {...auto.getListboxProps()} className="combo-list">
        {auto.groupedOptions.map((choice, index) => {
          const { key, ...option } = auto.getOptionProps({ option: choice, index })
          return (
            <li key={key} {...option} className="combo-option">
              {choice.name}
              {choice.note && <small>{choice.note}</small>}
            </li>
          )
        })}
        {auto.groupedOptions.length === 0 && <li className="combo-none">{emptyText}</li>}
      </ul>
    </Popper>
  </Themed>
)
