import useAutocomplete, { type UseAutocompleteReturnValue } from '@mui/material/useAutocomplete'
import { useTranslate } from 'ra-core'
import { useState } from 'react'

import type { Field } from '../../resources/kit/index.ts'
import { inRankOrder } from '../fields/nameRank.ts'
import { useFlushHighlight } from '../fields/useFlushHighlight.ts'
import type { ListOption } from '../fields/OptionList.tsx'
import { useChoices, useNames } from '../fields/useChoices.ts'
import { useNameRank } from '../fields/useNameRank.ts'
import { useFormats } from '../shell/language/useLanguage.ts'

import '../fields/comboBox.css'

type Id = string | number

type Shared = {
  label: string
  isMultiple: boolean
  /** How many rows each option would leave; undefined while unknown. */
  counts: ReadonlyMap<string, number> | undefined
  onChoose: (chosen: readonly Id[]) => void
  onClose: () => void
}

type ListProps = Shared & {
  options: readonly ListOption[]
  chosen: readonly ListOption[]
  isLoading?: boolean
  /** The owner searches, because not all options are here. */
  onKeyword?: (keyword: string) => void
}

type Auto = UseAutocompleteReturnValue<ListOption, boolean, false, false>

/** The options that answer to what is typed, in their order. */
const FoundOptions = ({
  auto,
  counts,
  isLoading,
}: Pick<ListProps, 'counts' | 'isLoading'> & { auto: Auto }) => {
  const translate = useTranslate()
  const { number } = useFormats()
  // None of these lists is in groups.
  const found = auto.groupedOptions as ListOption[]
  return (
    <ul {...auto.getListboxProps()} className="option-list">
      {found.map((option, index) => {
        const { key, ...item } = auto.getOptionProps({ option, index })
        return (
          <li key={key} {...item} className="combo-option">
            {option.name}
            {counts && <small className="option-count">{number(counts.get(String(option.id)) ?? 0)}</small>}
          </li>
        )
      })}
      {found.length === 0 && (
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
    // What the owner has found by something else than its name comes last.
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

/** Options found by name, pinyin or initials; pressing one applies it. */
const SearchedOptions = (props: ListProps) => {
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
      <FoundOptions auto={auto} counts={props.counts} isLoading={props.isLoading ?? false} />
    </div>
  )
}

type OptionsProps = Shared & { options: readonly ListOption[]; values: readonly Id[] }

/** The options that a declaration lists. */
export const OptionPanel = ({ values, options, ...rest }: OptionsProps) => (
  <SearchedOptions {...rest} options={options} chosen={options.filter(({ id }) => values.includes(id))} />
)

type ReferenceProps = Shared & { field: Field<'reference' | 'references'>; values: readonly Id[] }

/** The records of another resource. */
export const ReferencePanel = ({ field, values, ...rest }: ReferenceProps) => {
  const { choices, isLoading, ...search } = useChoices(field.to)
  const { names } = useNames(field.to, values.map(Number))
  return <SearchedOptions {...rest} {...search} options={choices} chosen={names} isLoading={isLoading} />
}
