import { useTranslate } from 'ra-core'

import type { Option, OptionGroups } from '../../../resources/kit/index.ts'
import type { Translate } from '../../../resources/kit/translate.ts'
import { FieldControl } from '../FieldControl.tsx'
import { ComboBox } from '../comboBox/ComboBox.tsx'
import { NativeSelect } from './NativeSelect.tsx'
import { Switch } from '../../ui/Switch.tsx'
import { type InputProps, useField, useMultiValueField } from '../useField.ts'
import { Pill } from '../../ui/Pills.tsx'

/**
 * Limits for the number of options: pills up to the first, the browser's own select up to the second, a combo box
 * beyond.
 */
const maxPills = 4
const maxNativeOptions = 8

const choicesOf = (options: readonly Option[], translate: Translate) =>
  options.map(([id, name]) => ({ id, name: translate(name) }))

const RadioPills = ({ field, source, isDisabled }: InputProps<'select'>) => {
  const translate = useTranslate()
  const { value, onChange, control, described } = useField<string | number>({ field, source, isDisabled })
  const { name, onBlur, ref } = control
  return (
    <FieldControl {...described} isGroup>
      <div className="pills">
        {field.options.map(([option, label], index) => (
          <Pill
            key={option}
            type="radio"
            name={name}
            disabled={isDisabled}
            onBlur={onBlur}
            checked={value === option}
            onChange={() => onChange(option)}
            ref={index === 0 ? ref : undefined}
          >
            <span>{translate(label)}</span>
          </Pill>
        ))}
      </div>
    </FieldControl>
  )
}

const SearchableSelect = ({ field, source, isDisabled }: InputProps<'select'>) => {
  const translate = useTranslate()
  const { value, onChange, control, described } = useField<string | number>({ field, source, isDisabled })
  const choices = choicesOf(field.options, translate)
  return (
    <FieldControl {...described}>
      <ComboBox
        choices={choices}
        value={choices.filter(it => it.id === value)}
        isMultiple={false}
        isClearable={!field.isRequired}
        onChange={([chosen]) => onChange(chosen?.id ?? null)}
        control={control}
      />
    </FieldControl>
  )
}

export const SelectInput = (props: InputProps<'select'>) => {
  const { options, isRequired } = props.field
  if (isRequired && options.length <= maxPills) return <RadioPills {...props} />
  return options.length <= maxNativeOptions ? <NativeSelect {...props} /> : <SearchableSelect {...props} />
}

type ChecksProps = {
  options: readonly Option[]
  input: ReturnType<typeof useMultiValueField<string | number>>
  /** Whether the first one gets the focus if the field is the first invalid one. */
  isFirst: boolean
}

const Checks = ({ options, input, isFirst }: ChecksProps) => {
  const translate = useTranslate()
  const { value, onChange, control } = input
  const chosen = value ?? []
  return (
    <div className="pills">
      {options.map(([option, label], index) => (
        <Pill
          key={option}
          type="checkbox"
          name={control.name}
          disabled={control.disabled}
          onBlur={control.onBlur}
          checked={chosen.includes(option)}
          onChange={({ target }) =>
            onChange(target.checked ? [...chosen, option] : chosen.filter(it => it !== option))
          }
          ref={isFirst && index === 0 ? control.ref : undefined}
        >
          <span>{translate(label)}</span>
        </Pill>
      ))}
    </div>
  )
}

const CheckPills = ({ field, source, isDisabled }: InputProps<'multiSelect'>) => {
  const input = useMultiValueField<string | number>({ field, source, isDisabled })
  return (
    <FieldControl {...input.described} isGroup>
      <Checks options={field.options} input={input} isFirst />
    </FieldControl>
  )
}

type GroupsProps = InputProps<'multiSelect'> & { groups: OptionGroups }

const GroupedChecks = ({ field, groups, source, isDisabled }: GroupsProps) => {
  const translate = useTranslate()
  const input = useMultiValueField<string | number>({ field, source, isDisabled })
  const filled = Object.entries(groups)
    .map(([title, values]) => [title, field.options.filter(([value]) => values.includes(value))] as const)
    .filter(([, options]) => options.length > 0)
  return (
    <FieldControl {...input.described} isGroup>
      {filled.map(([title, options], index) => (
        <div key={title} className="check-group" role="group" aria-label={translate(title)}>
          <p className="field-hint">{translate(title)}</p>
          <Checks options={options} input={input} isFirst={index === 0} />
        </div>
      ))}
    </FieldControl>
  )
}

const SearchableMultiSelect = ({ field, source, isDisabled }: InputProps<'multiSelect'>) => {
  const translate = useTranslate()
  const { value, onChange, control, described } = useMultiValueField<string | number>({
    field,
    source,
    isDisabled,
  })
  const choices = choicesOf(field.options, translate)
  return (
    <FieldControl {...described}>
      <ComboBox
        choices={choices}
        value={(value ?? []).map(
          it => choices.find(({ id: known }) => known === it) ?? { id: it, name: String(it) },
        )}
        isMultiple
        onChange={chosen => onChange(chosen.map(it => it.id))}
        control={control}
      />
    </FieldControl>
  )
}

export const MultiSelectInput = (props: InputProps<'multiSelect'>) => {
  const { options, groups } = props.field
  if (groups) return <GroupedChecks {...props} groups={groups} />
  return options.length <= maxNativeOptions ? <CheckPills {...props} /> : <SearchableMultiSelect {...props} />
}

export const ToggleInput = ({ field: declared, source, isDisabled }: InputProps<'toggle'>) => {
  // A switch always has a value, so that a mark for "required" would only be confusing.
  const field = { ...declared, isRequired: false }
  const { value, onChange, control, described } = useField<0 | 1>({ field, source, isDisabled })
  const { disabled: _, ...attributes } = control
  return (
    <FieldControl {...described}>
      <Switch
        {...attributes}
        isOn={value === 1}
        isDisabled={isDisabled}
        onChange={isOn => onChange(isOn ? 1 : 0)}
      />
    </FieldControl>
  )
}
