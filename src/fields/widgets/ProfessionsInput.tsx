import { useTranslate } from 'ra-core'

import { FieldFrame } from '../FieldFrame.tsx'
import { LazyComboBox } from '../comboBox/LazyComboBox.tsx'
import { ariaProps, type InputProps, useField } from '../useField.ts'
import { Button } from '../../ui/Button.tsx'
import { professionKeyOf, type Profession, professionOf, useProfessions } from './useProfessions.ts'

const maxProfessions = 6

/** Select for up to six professions; the first is the main one, and links make another one the main one. */
export const ProfessionsInput = ({ field, source, isDisabled }: InputProps<'custom'>) => {
  const translate = useTranslate()
  const { id, value, onChange, onBlur, ref, error } = useField<Profession[]>(source)
  const { choices, isLoading, nameOf } = useProfessions()
  const chosen = value ?? []
  return (
    <FieldFrame
      id={id}
      field={field}
      error={error}
      aside={
        <span className="field-counter">
          {chosen.length}/{maxProfessions}
        </span>
      }
    >
      <LazyComboBox
        id={id}
        choices={chosen.length < maxProfessions ? choices : []}
        isLoading={isLoading}
        value={chosen.map(it => ({ id: professionKeyOf(it), name: nameOf(it) }))}
        isMultiple
        isDisabled={isDisabled}
        onChange={next => onChange(next.map(it => professionOf(it.id)))}
        onBlur={onBlur}
        inputRef={ref}
        ariaProps={ariaProps(id, { error, field })}
      />
      {chosen.length > 1 && (
        <p className="field-hint">
          {translate('主要领域：%{name}。改为', { name: nameOf(chosen[0]!) })}
          {chosen.slice(1).map(profession => (
            <Button
              key={professionKeyOf(profession)}
              look="link"
              disabled={isDisabled}
              onClick={() => onChange([profession, ...chosen.filter(other => other !== profession)])}
            >
              {nameOf(profession)}
            </Button>
          ))}
        </p>
      )}
    </FieldFrame>
  )
}
