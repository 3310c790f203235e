import { useTranslate } from 'ra-core'

import { FieldControl } from '../FieldControl.tsx'
import { ComboBox } from '../comboBox/ComboBox.tsx'
import { type InputProps, useField } from '../useField.ts'
import { Button } from '../../ui/Button.tsx'
import { professionKeyOf, type Profession, professionOf, useProfessions } from './useProfessions.ts'

const maxProfessions = 6

/** Select for up to six professions; the first is the main one, and links make another one the main one. */
export const ProfessionsInput = ({ field, source, isDisabled }: InputProps<'custom'>) => {
  const translate = useTranslate()
  const { value, onChange, control, described } = useField<Profession[]>({ field, source, isDisabled })
  const { choices, isLoading, nameOf } = useProfessions()
  const chosen = value ?? []
  return (
    <FieldControl
      {...described}
      aside={
        <span className="field-counter">
          {chosen.length}/{maxProfessions}
        </span>
      }
    >
      <ComboBox
        choices={chosen.length < maxProfessions ? choices : []}
        isLoading={isLoading}
        value={chosen.map(it => ({ id: professionKeyOf(it), name: nameOf(it) }))}
        isMultiple
        onChange={next => onChange(next.map(it => professionOf(it.id)))}
        control={control}
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
    </FieldControl>
  )
}
