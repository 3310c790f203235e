import useAutocomplete from '@mui/material/useAutocomplete'
import { useTranslate } from 'ra-core'
import type { InputHTMLAttributes } from 'react'

import { inRankOrder } from '../../fields/comboBox/nameRank.ts'
import type { NamedChoice } from './cellShapes.ts'
import { findChoice } from '../columns.ts'

import '../../fields/comboBox/comboBox.css'

type Props = {
  id: string
  text: string
  choices: readonly NamedChoice[]
  rank: (choice: NamedChoice, typed: string) => number | undefined
  onText: (text: string) => void
  input: InputHTMLAttributes<HTMLInputElement>
}

/** Options without MUI's groups, which are not used here. */
const flattenOptions = (options: readonly (NamedChoice | { options: NamedChoice[] })[]) =>
  options.flatMap(option => ('options' in option ? option.options : [option]))

/**
 * Cell with a list of choices. Unlike in a form, any text is allowed, so that pasted rows can be corrected here. Leaving
 * the cell with Tab or Enter selects the highlighted choice.
 */
export const ChoiceCell = ({
  id,
  text,
  choices,
  rank,
  onText,
  input: { onBlur, onFocus, ...input },
}: Props) => {
  const translate = useTranslate()
  const auto = useAutocomplete<NamedChoice>({
    id,
    options: choices,
    value: choices.find(choice => choice.name === text) ?? findChoice(choices, text, translate) ?? null,
    inputValue: text,
    // A reset comes from a change of language, not from the user.
    onInputChange: (_, typed, reason) => {
      if (reason !== 'reset') onText(typed)
    },
    autoHighlight: text !== '',
    autoSelect: true,
    clearOnBlur: false,
    handleHomeEndKeys: false,
    getOptionLabel: it => it.name,
    getOptionKey: it => it.id,
    isOptionEqualToValue: (one, other) => one.id === other.id,
    filterOptions: (options, { inputValue }) => inRankOrder(options, it => rank(it, inputValue)),
  })
  const { onBlur: leave, onFocus: enter, ...own } = auto.getInputProps()
  return (
    <div {...auto.getRootProps()} className="grid-choice">
      <input
        {...own}
        {...input}
        className="control-select"
        onFocus={event => {
          enter?.(event)
          onFocus?.(event)
        }}
        onBlur={event => {
          leave?.(event)
          onBlur?.(event)
        }}
      />
      {auto.popupOpen && auto.groupedOptions.length > 0 && (
        <ul {...auto.getListboxProps()} className="combo-list">
          {flattenOptions(auto.groupedOptions).map((choice, index) => {
            const { key, ...option } = auto.getOptionProps({ option: choice, index })
            return (
              <li key={key} {...option} className="combo-option">
                {choice.name}
              </li>
            )
          })}
        </ul>
      )}
    </div>
  )
}
