import useAutocomplete, { type UseAutocompleteReturnValue } from '@mui/material/useAutocomplete'
import { useTranslate } from 'ra-core'
import { useState } from 'react'

import type { Field } from '../../../resources/kit/index.ts'
import { ChoicesFailed } from '../../fields/choice/ChoicesFailed.tsx'
import { type ListOption, OptionContent } from '../../fields/choice/OptionContent.tsx'
import { inRankOrder } from '../../fields/comboBox/nameRank.ts'
import { useFlushHighlight } from '../../fields/comboBox/useFlushHighlight.ts'
import { useChoices, useNames } from '../../fields/choice/useChoices.ts'
import { usePeople } from '../../fields/choice/usePeople.ts'
import { useNameRank } from '../../fields/comboBox/useNameRank.ts'
import { useFormats } from '../../language/useLanguage.ts'

import '../../fields/comboBox/comboBox.css'

type Id = string | number

type PanelProps = {
  label: string
  isMultiple: boolean
  /** Number of rows for each option under the other filters; undefined if unknown. */
  counts: ReadonlyMap<string, number> | undefined
  onChoose: (chosen: readonly Id[]) => void
  onClose: () => void
}

type ListProps = PanelProps & {
  options: readonly ListOption[]
  chosen: readonly ListOption[]
  isLoading?: boolean
  /** Set if the options could not be loaded. */
  onRetry?: (() => void) | undefined
  /** Called with the typed text if the caller searches, because not all options are loaded. */
  onKeyword?: (keyword: string) => void
}

type Autocomplete = UseAutocompleteReturnValue<ListOption, boolean, false, false>

/** Options that match the typed text, best match first. */
const MatchingOptions = ({
  auto,
  counts,
  isLoading,
}: Pick<ListProps, 'counts' | 'isLoading'> & { auto: Autocomplete }) => {
  const translate = useTranslate()
  const { number } = useFormats()
  // MUI's type also covers grouped options, which these lists do not use.
  const matches = auto.groupedOptions as ListOption[]
  return (
    <ul {...auto.getListboxProps()} className="option-list">
      {matches.map((option, index) => {
        const { key, ...item } = auto.getOptionProps({ option, index })
        return (
          <li key={key} {...item} className="combo-option">
            <OptionContent option={option} options={matches} />
            {counts && <small className="option-count">{number(counts.get(String(option.id)) ?? 0)}</small>}
          </li>
        )
      })}
      {matches.length === 0 && (
        <li className="combo-none">{isLoading ? translate('加载中…') : translate('没有匹配的选项')}</li>
      )}
    </ul>
  )
}

const useSearch = ({ options, chosen, isMultiple, isLoading, ...props }: ListProps) => {
  const { onKeyword, onChoose, onClose } = props
  const rank = useNameRank()
  const [typed, setTyped] = useState('')
  return useAutocomplete<ListOption, boolean, false, false>({
    open: true,
    options,
    value: isMultiple ? [...chosen] : (chosen[0] ?? null),
    multiple: isMultiple,
    disableCloseOnSelect: true,
    autoHighlight: true,
    handleHomeEndKeys: false,
    getOptionLabel: option => option.name,
    getOptionKey: option => option.id,
    isOptionEqualToValue: (one, other) => one.id === other.id,
    // Options that the caller found by other means than their names come last.
    filterOptions: (all, { inputValue }) =>
      inRankOrder(
        all,
        option => rank(option, inputValue) ?? (onKeyword && !isLoading ? Infinity : undefined),
      ),
    inputValue: typed,
    onInputChange: (_, text, reason) => {
      if (reason !== 'input') return
      setTyped(text)
      onKeyword?.(text.trim())
    },
    onChange: (_, value) => {
      onChoose((Array.isArray(value) ? value : value ? [value] : []).map(option => option.id))
      if (!isMultiple) onClose()
    },
    onClose: (_, reason) => {
      if (reason === 'escape') onClose()
    },
  })
}

/** List of options that can be searched by name, pinyin or initials; a click applies the option at once. */
const SearchableOptions = (props: ListProps) => {
  const translate = useTranslate()
  const auto = useSearch(props)
  const name = translate('搜索%{label}', { label: props.label })
  return (
    <div className="option-panel" {...auto.getRootProps()}>
      <input
        {...auto.getInputProps()}
        className="control"
        placeholder={name}
        aria-label={name}
        onKeyDown={useFlushHighlight()}
      />
      {props.onRetry ? (
        <ChoicesFailed onRetry={props.onRetry} />
      ) : (
        <MatchingOptions auto={auto} counts={props.counts} isLoading={props.isLoading ?? false} />
      )}
    </div>
  )
}

type OptionsProps = PanelProps & { options: readonly ListOption[]; values: readonly Id[] }

/** Options that the field declares. */
export const OptionPanel = ({ values, options, ...rest }: OptionsProps) => (
  <SearchableOptions {...rest} options={options} chosen={options.filter(({ id }) => values.includes(id))} />
)

type ReferenceProps = PanelProps & { field: Field<'reference' | 'references'>; values: readonly Id[] }

/** Options that are records of another resource. */
export const ReferencePanel = ({ field, values, ...rest }: ReferenceProps) => {
  const { choices, isLoading, ...search } = useChoices(field.to)
  const options = usePeople(field.to, choices)
  const { names } = useNames(field.to, values.map(Number))
  return <SearchableOptions {...rest} {...search} options={options} chosen={names} isLoading={isLoading} />
}
