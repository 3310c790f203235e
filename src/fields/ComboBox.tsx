import useAutocomplete from '@mui/material/useAutocomplete'
import { type FocusEvent, type HTMLAttributes, type Ref, useState } from 'react'

import { holdEnter } from './useIme.ts'
import { usePinyinMatch } from './usePinyinMatch.ts'

/** One thing to choose; `pinyin` is what it may be found by besides its name. */
export type Choice = { id: string | number; name: string; pinyin?: string | undefined; note?: string }

type Shared = {
  id: string
  choices: readonly Choice[]
  isLoading?: boolean
  isDisabled?: boolean | undefined
  isClearable?: boolean
  placeholder?: string
  /** The owner searches, because not all choices are here. */
  onKeyword?: (keyword: string) => void
  onBlur?: (event: FocusEvent<HTMLElement>) => void
  inputRef?: Ref<HTMLInputElement>
  described?: HTMLAttributes<HTMLInputElement>
}
type Props = Shared & { value: readonly Choice[]; isMultiple: boolean; onChange: (chosen: Choice[]) => void }

/** A searchable choice, by name, pinyin and initials. The behaviour is MUI's, the looks are ours. */
export const ComboBox = (props: Props) => {
  const { id, value, isMultiple, onChange, onKeyword, isDisabled, placeholder, described } = props
  const matches = usePinyinMatch()
  const [root, setRoot] = useState<HTMLDivElement | null>(null)
  const auto = useAutocomplete<Choice, boolean, false, false>({
    id,
    options: props.choices,
    value: isMultiple ? [...value] : (value[0] ?? null),
    multiple: isMultiple,
    disableCloseOnSelect: isMultiple,
    filterSelectedOptions: isMultiple,
    openOnFocus: false,
    autoHighlight: true,
    handleHomeEndKeys: false,
    disabled: isDisabled ?? false,
    getOptionLabel: it => it.name,
    getOptionKey: it => it.id,
    isOptionEqualToValue: (one, other) => one.id === other.id,
    filterOptions: (options, { inputValue }) =>
      onKeyword ? options : options.filter(it => matches(it, inputValue)),
    onInputChange: (_, text, reason) => {
      if (reason !== 'selectOption' && reason !== 'reset') onKeyword?.(text.trim())
    },
    onChange: (_, chosen) => onChange(Array.isArray(chosen) ? chosen : chosen ? [chosen] : []),
  })
  const { onBlur: leave, ref: autoRef, ...input } = auto.getInputProps()
  const shown = auto.groupedOptions as Choice[]
  return (
    <div {...auto.getRootProps()} className="combo" ref={setRoot}>
      <div className="control combo-control">
        {isMultiple &&
          value.map((it, index) => {
            const { key, onDelete, ...item } = auto.getItemProps({ index }) as unknown as ItemProps
            return (
              <span key={key} {...item} className="combo-chip">
                {it.name}
                <button type="button" aria-label={`移除${it.name}`} onClick={onDelete} disabled={isDisabled}>
                  ×
                </button>
              </span>
            )
          })}
        <input
          {...input}
          {...described}
          onKeyDown={holdEnter}
          placeholder={isMultiple && value.length > 0 ? '' : (placeholder ?? '请选择')}
          onBlur={event => {
            leave?.(event)
            props.onBlur?.(event)
          }}
          ref={both(autoRef, props.inputRef)}
        />
        {props.isClearable && value.length > 0 && !isDisabled && (
          <button {...auto.getClearProps()} type="button" aria-label="清除" className="combo-clear">
            ×
          </button>
        )}
        <svg viewBox="0 0 20 20" aria-hidden className="combo-arrow">
          <path d="m6 8 4 4 4-4" />
        </svg>
      </div>
      {auto.popupOpen && root && (
        <ul {...auto.getListboxProps()} className="combo-list">
          {shown.map((it, index) => {
            const { key, ...option } = auto.getOptionProps({ option: it, index })
            return (
              <li key={key} {...option} className="combo-option">
                {it.name}
                {it.note && <small>{it.note}</small>}
              </li>
            )
          })}
          {shown.length === 0 && (
            <li className="combo-none">{props.isLoading ? '加载中…' : '没有匹配的选项'}</li>
          )}
        </ul>
      )}
    </div>
  )
}

type ItemProps = { key: number; onDelete: () => void } & HTMLAttributes<HTMLElement>

const both =
  <E,>(...refs: (Ref<E> | undefined)[]) =>
  (element: E | null) => {
    for (const ref of refs) {
      if (typeof ref === 'function') ref(element)
      else if (ref) ref.current = element
    }
  }
