import { useTranslate } from 'ra-core'

import type { Option, OptionGroups } from '../../../resources/kit/index.ts'
import type { Translate } from '../../../resources/kit/translate.ts'
import { FieldFrame } from '../FieldFrame.tsx'
import { LazyComboBox } from '../comboBox/LazyComboBox.tsx'
import { NativeSelect } from './NativeSelect.tsx'
import { Switch } from '../../ui/Switch.tsx'
import { ariaProps, type InputProps, useField, useMultiValueField } from '../useField.ts'

/**
 * Limits for the number of options: pills up to the first, the browser's own select up to the second, a combo box
 * beyond.
 */
const maxPills = 4
const maxNativeOptions = 8

const choicesOf = (options: readonly Option[], translate: Translate) =>
  options.map(([id, name]) => ({ id, name: translate(name) }))

const Pills = ({ field, source, isDisabled }: InputProps<'select'>) => {
  const translate = useTranslate()
  const { id, value, onChange, onBlur, ref, name, error } = useField<string | number>(source)
  return (
    <FieldFrame id={id} field={field} error={error} isGroup>
      <div className="pills">
        {field.options.map(([option, label], index) => (
          <label key={option} className="pill">
            <input
              type="radio"
              name={name}
              checked={value === option}
              disabled={isDisabled}
              onChange={() => onChange(option)}
              onBlur={onBlur}
              ref={index === 0 ? ref : undefined}
            />
            <span>{translate(label)}</span>
          </label>
        ))}
      </div>
    </FieldFrame>
  )
}

const SearchableSelect = ({ field, source, isDisabled }: InputProps<'select'>) => {
  const translate = useTranslate()
  const { id, value, onChange, onBlur, ref, error } = useField<string | number>(source)
  const choices = choicesOf(field.options, translate)
  return (
    <FieldFrame id={id} field={field} error={error}>
      <LazyComboBox
        id={id}
        choices={choices}
        value={choices.filter(it => it.id === value)}
        isMultiple={false}
        isClearable={!field.isRequired}
        isDisabled={isDisabled}
        onChange={([chosen]) => onChange(chosen?.id ?? null)}
        onBlur={onBlur}
        inputRef={ref}
        ariaProps={ariaProps(id, { error, field })}
      />
    </FieldFrame>
  )
}

export const SelectInput = (props: InputProps<'select'>) => {
  const { options, isRequired } = props.field
  if (isRequired && options.length <= maxPills) return <Pills {...props} />
  return options.length <= maxNativeOptions ? <NativeSelect {...props} /> : <SearchableSelect {...props} />
}

type ChecksProps = Pick<InputProps<'multiSelect'>, 'isDisabled'> & {
  options: readonly Option[]
  input: ReturnType<typeof useMultiValueField<string | number>>
  /** Whether the first one gets the focus if the field is the first invalid one. */
  isFirst: boolean
}

const Checks = ({ options, input, isFirst, isDisabled }: ChecksProps) => {
  const translate = useTranslate()
  const { value, onChange, onBlur, ref, name } = input
  const chosen = value ?? []
  return (
    <div className="pills">
      {options.map(([option, label], index) => (
        <label key={option} className="pill">
          <input
            type="checkbox"
            name={name}
            checked={chosen.includes(option)}
            disabled={isDisabled}
            onChange={({ target }) =>
              onChange(target.checked ? [...chosen, option] : chosen.filter(it => it !== option))
            }
            onBlur={onBlur}
            ref={isFirst && index === 0 ? ref : undefined}
          />
          <span>{translate(label)}</span>
        </label>
      ))}
    </div>
  )
}

const CheckPills = ({ field, source, isDisabled }: InputProps<'multiSelect'>) => {
  const input = useMultiValueField<string | number>(source, field.max)
  return (
    <FieldFrame id={input.id} field={field} error={input.error} isGroup>
      <Checks options={field.options} input={input} isFirst isDisabled={isDisabled} />
    </FieldFrame>
  )
}

type GroupsProps = InputProps<'multiSelect'> & { groups: OptionGroups }

const GroupedChecks = ({ field, groups, source, isDisabled }: GroupsProps) => {
  const translate = useTranslate()
  const input = useMultiValueField<string | number>(source, field.max)
  const filled = Object.entries(groups)
    .map(([title, values]) => [title, field.options.filter(([value]) => values.includes(value))] as const)
    .filter(([, options]) => options.length > 0)
  return (
    <FieldFrame id={input.id} field={field} error={input.error} isGroup>
      {filled.map(([title, options], index) => (
        <div key={title} className="check-group" role="group" aria-label={translate(title)}>
          <p className="field-hint">{translate(title)}</p>
          <Checks options={options} input={input} isFirst={index === 0} isDisabled={isDisabled} />
        </div>
      ))}
    </FieldFrame>
  )
}

const SearchableMultiSelect = ({ field, source, isDisabled }: InputProps<'multiSelect'>) => {
  const translate = useTranslate()
  const { id, value, onChange, onBlur, ref, error } = useMultiValueField<string | number>(source, field.max)
  const choices = choicesOf(field.options, translate)
  return (
    <FieldFrame id={id} field={field} error={error}>
      <LazyComboBox
        id={id}
        choices={choices}
        value={(value ?? []).map(
          it => choices.find(({ id: known }) => known === it) ?? { id: it, name: String(it) },
        )}
        isMultiple
        isDisabled={isDisabled}
        onChange={chosen => onChange(chosen.map(it => it.id))}
        onBlur={onBlur}
        inputRef={ref}
        ariaProps={ariaProps(id, { error, field })}
      />
    </FieldFrame>
  )
}

export const MultiSelectInput = (props: InputProps<'multiSelect'>) => {
  const { options, groups } = props.field
  if (groups) return <GroupedChecks {...props} groups={groups} />
  return options.length <= maxNativeOptions ? <CheckPills {...props} /> : <SearchableMultiSelect {...props} />
}

export const ToggleInput = ({ field: declared, source, isDisabled }: InputProps<'toggle'>) => {
  const { id, value, onChange, onBlur, ref, name, error } = useField<0 | 1>(source)
  // A switch always has a value, so that a mark for "required" would only be confusing.
  const field = { ...declared, isRequired: false }
  return (
    <FieldFrame id={id} field={field} error={error}>
      <Switch
        {...ariaProps(id, { error, field })}
        id={id}
        name={name}
        isOn={value === 1}
        isDisabled={isDisabled}
        onChange={isOn => onChange(isOn ? 1 : 0)}
        onBlur={onBlur}
        ref={ref}
      />
    </FieldFrame>
  )
}
