import useAutocomplete from '@mui/material/useAutocomplete'
import { useTranslate } from 'ra-core'
import {
  type ChangeEvent,
  type HTMLAttributes,
  type KeyboardEvent,
  type Ref,
  useMemo,
  useRef,
  useState,
} from 'react'

import { icons } from '../../ui/icons.ts'
import { ChoicesFailed } from '../choice/ChoicesFailed.tsx'
import { useFlushHighlight } from './useFlushHighlight.ts'
import { useDeferredText } from '../text/useDeferredText.ts'
import { inRankOrder } from './nameRank.ts'
import type { ListOption } from '../choice/OptionContent.tsx'
import { OptionList } from './OptionList.tsx'
import { preventComposingSubmit } from '../text/useIme.ts'
import { useNameRank } from './useNameRank.ts'

import './comboBox.css'

type Props = {
  /** Attributes of the text input. */
  control: HTMLAttributes<HTMLInputElement> & {
    id: string
    name?: string
    disabled?: boolean | undefined
    ref?: Ref<HTMLInputElement>
  }
  choices: readonly ListOption[]
  value: readonly ListOption[]
  isMultiple: boolean
  isLoading?: boolean
  /** Set if the choices could not be loaded. */
  onRetry?: (() => void) | undefined
  isClearable?: boolean
  placeholder?: string
  onChange: (chosen: ListOption[]) => void
  /** Called with the typed text if the caller searches, because not all choices are loaded. */
  onKeyword?: (keyword: string) => void
}

/**
 * Returns the same object as long as the same ids are selected: MUI treats a new object as a new value and clears the
 * typed text, but the names of selected items may arrive later than their ids.
 */
const useStableSelection = (chosen: readonly ListOption[], isMultiple: boolean) => {
  const [stable, setStable] = useState(chosen)
  const isSame = stable.length === chosen.length && stable.every(({ id }, at) => id === chosen[at]!.id)
  if (!isSame) setStable(chosen)
  return useMemo(() => (isMultiple ? [...stable] : (stable[0] ?? null)), [stable, isMultiple])
}

const useComboBoxState = ({
  control: { id, disabled },
  choices,
  isMultiple,
  isLoading,
  onChange,
  onKeyword,
  ...props
}: Props) => {
  const rank = useNameRank()
  // Typed text while the user searches; null after a choice or blur, when the input shows the selected name.
  const [typed, setTyped] = useState<string | null>(null)
  return useAutocomplete<ListOption, boolean, false, false>({
    id,
    options: choices,
    value: useStableSelection(props.value, isMultiple),
    multiple: isMultiple,
    disableCloseOnSelect: isMultiple,
    filterSelectedOptions: isMultiple,
    openOnFocus: false,
    autoHighlight: true,
    handleHomeEndKeys: false,
    disabled: disabled ?? false,
    getOptionLabel: choice => props.value.find(it => it.id === choice.id)?.name ?? choice.name,
    getOptionKey: choice => choice.id,
    isOptionEqualToValue: (one, other) => one.id === other.id,
    // Choices that the caller found by other means than their names come last. While the caller is still loading, the
    // list
    // contains results for the previous text, and those that do not match are left out.
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

type InputProps = ReturnType<ReturnType<typeof useComboBoxState>['getInputProps']> & {
  /** Called before MUI handles the key. */
  onBeforeKey: (event: KeyboardEvent) => void
}

/** Text input that renders alone on a key press; the list of matches is updated in an idle callback. */
const TypedInput = ({ onChange, onBlur, onBeforeKey, value, ...input }: InputProps) => {
  // MUI's handler expects the change event, not the text.
  const latest = useRef<ChangeEvent<HTMLInputElement>>(null)
  const { text, type, flush, flushBefore } = useDeferredText(
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

/** Searchable select, by name, pinyin and initials. MUI's `useAutocomplete` provides the behaviour. */
export const ComboBox = (props: Props) => {
  const translate = useTranslate()
  const { value, isMultiple, placeholder = translate('请选择') } = props
  // A browser would fill in what it knows by the name.
  const { ref: inputRef, name: _, onBlur: onLeave, ...attributes } = props.control
  const { setAnchorEl, getRootProps, getInputProps, getItemProps, getClearProps, ...list } =
    useComboBoxState(props)
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
                {choice.person?.office && <small>{choice.person.office}</small>}
                <button
                  type="button"
                  className="combo-remove"
                  aria-label={translate('移除%{name}', { name: choice.name })}
                  onClick={onDelete}
                  disabled={attributes.disabled}
                >
                  ×
                </button>
              </span>
            )
          })}
        <TypedInput
          {...input}
          {...attributes}
          onKeyDown={preventComposingSubmit}
          onBeforeKey={flushHighlight}
          placeholder={isMultiple && value.length > 0 ? '' : placeholder}
          onBlur={event => {
            onBlur?.(event)
            onLeave?.(event)
          }}
          ref={mergeRefs(ref, inputRef)}
        />
        {props.isClearable && value.length > 0 && !attributes.disabled && (
          <button {...getClearProps()} type="button" aria-label={translate('清除')} className="combo-clear">
            ×
          </button>
        )}
        <icons.down className="combo-arrow" />
      </div>
      {props.onRetry && <ChoicesFailed onRetry={props.onRetry} />}
      {list.popupOpen && list.anchorEl && !props.onRetry && (
        <OptionList
          auto={list}
          emptyText={props.isLoading ? translate('加载中…') : translate('没有匹配的选项')}
        />
      )}
    </div>
  )
}

const mergeRefs =
  <E,>(...refs: (Ref<E> | undefined)[]) =>
  (element: E | null) => {
    for (const ref of refs) {
      if (typeof ref === 'function') ref(element)
      else if (ref) ref.current = element
    }
  }
