import useAutocomplete from '@mui/material/useAutocomplete'
import { useTranslate } from 'ra-core'
import {
  type ChangeEvent,
  type FocusEvent,
  type HTMLAttributes,
  type KeyboardEvent,
  type Ref,
  useMemo,
  useRef,
  useState,
} from 'react'

import { icons } from '../shell/icons.ts'
import { useFlushHighlight } from './useFlushHighlight.ts'
import { useTyped } from './useTyped.ts'
import { inRankOrder } from './nameRank.ts'
import { type ListOption, OptionList } from './OptionList.tsx'
import { preventComposingSubmit } from './useIme.ts'
import { useNameRank } from './useNameRank.ts'

import './comboBox.css'

type Props = {
  id: string
  choices: readonly ListOption[]
  value: readonly ListOption[]
  isMultiple: boolean
  isLoading?: boolean
  isDisabled?: boolean | undefined
  isClearable?: boolean
  placeholder?: string
  onChange: (chosen: ListOption[]) => void
  /** The owner searches, because not all choices are here. */
  onKeyword?: (keyword: string) => void
  onBlur?: (event: FocusEvent<HTMLElement>) => void
  inputRef?: Ref<HTMLInputElement>
  ariaProps?: HTMLAttributes<HTMLInputElement>
}

/**
 * The same object as long as the same is chosen: for MUI another object is another value, and empties what is typed. The
 * names of what is chosen may come later.
 */
const useSelected = (chosen: readonly ListOption[], isMultiple: boolean) => {
  const [known, setKnown] = useState(chosen)
  const isSame = known.length === chosen.length && known.every(({ id }, at) => id === chosen[at]!.id)
  if (!isSame) setKnown(chosen)
  return useMemo(() => (isMultiple ? [...known] : (known[0] ?? null)), [known, isMultiple])
}

const useChoice = ({
  id,
  choices,
  isMultiple,
  isDisabled,
  isLoading,
  onChange,
  onKeyword,
  ...props
}: Props) => {
  const rank = useNameRank()
  // Only from a key to the next choice or the leaving of the field: else the text is what is chosen.
  const [typed, setTyped] = useState<string | null>(null)
  return useAutocomplete<ListOption, boolean, false, false>({
    id,
    options: choices,
    value: useSelected(props.value, isMultiple),
    multiple: isMultiple,
    disableCloseOnSelect: isMultiple,
    filterSelectedOptions: isMultiple,
    openOnFocus: false,
    autoHighlight: true,
    handleHomeEndKeys: false,
    disabled: isDisabled ?? false,
    getOptionLabel: choice => props.value.find(it => it.id === choice.id)?.name ?? choice.name,
    getOptionKey: choice => choice.id,
    isOptionEqualToValue: (one, other) => one.id === other.id,
    // What the owner has found by something else than its name comes last; until it has found what is typed, the list
    // holds what it found before.
    filterOptions: (options, { inputValue }) =>
      inRankOrder(options, it => rank(it, inputValue) ?? (onKeyword && !isLoading ? Infinity : undefined)),
    inputValue: typed ?? (isMultiple ? '' : (props.value[0]?.name ?? '')),
    onInputChange: (_, text, reason) => {
      setTyped(reason === 'input' ? text : null)
      onKeyword?.(reason === 'input' ? text.trim() : '')
    },
    onChange: (_, chosen) => onChange(Array.isArray(chosen) ? chosen : chosen ? [chosen] : []),
  })
}

type InputProps = ReturnType<ReturnType<typeof useChoice>['getInputProps']> & {
  /** Before MUI hears of a key. */
  onBeforeKey: (event: KeyboardEvent) => void
}

/** Draws itself alone for a key; the list of what matches follows it. */
const TypedInput = ({ onChange, onBlur, onBeforeKey, value, ...input }: InputProps) => {
  // What MUI reads is the event.
  const latest = useRef<ChangeEvent<HTMLInputElement>>(null)
  const { text, type, flush, flushBefore } = useTyped(
    String(value),
    () => latest.current && onChange?.(latest.current),
  )
  return (
    <input
      {...input}
      value={text}
      onChange={event => {
        latest.current = event
        type(event.target.value)
      }}
      onKeyDownCapture={event => {
        flushBefore(event)
        onBeforeKey(event)
      }}
      onBlur={event => {
        flush()
        onBlur?.(event)
      }}
    />
  )
}

/** A searchable choice, by name, pinyin and initials. The behaviour is MUI's, the looks are ours. */
export const ComboBox = (props: Props) => {
  const translate = useTranslate()
  const { value, isMultiple, isDisabled, placeholder = translate('请选择'), ariaProps } = props
  const { setAnchorEl, getRootProps, getInputProps, getItemProps, getClearProps, ...list } = useChoice(props)
  const { onBlur, ref, ...input } = getInputProps()
  const flushHighlight = useFlushHighlight()
  return (
    <div {...getRootProps()}>
      <div className="control combo-control" ref={setAnchorEl}>
        {isMultiple &&
          value.map((choice, index) => {
            const { key, onDelete, ...item } = { key: index, ...getItemProps({ index }) }
            return (
              <span key={key} {...item} className="combo-chip">
                {choice.name}
                <button
                  type="button"
                  className="combo-remove"
                  aria-label={translate('移除%{name}', { name: choice.name })}
                  onClick={onDelete}
                  disabled={isDisabled}
                >
                  ×
                </button>
              </span>
            )
          })}
        <TypedInput
          {...input}
          {...ariaProps}
          onKeyDown={preventComposingSubmit}
          onBeforeKey={flushHighlight}
          placeholder={isMultiple && value.length > 0 ? '' : placeholder}
          onBlur={event => {
            onBlur?.(event)
            props.onBlur?.(event)
          }}
          ref={both(ref, props.inputRef)}
        />
        {props.isClearable && value.length > 0 && !isDisabled && (
          <button {...getClearProps()} type="button" aria-label={translate('清除')} className="combo-clear">
            ×
          </button>
        )}
        <icons.down className="combo-arrow" />
      </div>
      {list.popupOpen && list.anchorEl && (
        <OptionList
          auto={list}
          emptyText={props.isLoading ? translate('加载中…') : translate('没有匹配的选项')}
        />
      )}
    </div>
  )
}

const both =
  <E,>(...refs: (Ref<E> | undefined)[]) =>
  (element: E | null) => {
    for (const ref of refs) {
      if (typeof ref === 'function') ref(element)
      else if (ref) ref.current = element
    }
  }
