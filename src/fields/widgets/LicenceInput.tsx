import { useWatch } from 'react-hook-form'

import { halfWidth } from '../../../resources/kit/index.ts'
import { decodeLicence, licenceWarnings } from '../../../resources/kit/licence.ts'
import { FieldFrame } from '../FieldFrame.tsx'
import { described, type InputProps, useField } from '../useField.ts'
import { useIme } from '../useIme.ts'

const thisYear = new Date().getFullYear()
const practiceTypes = { 1: '专职', 2: '兼职', 3: '公职', 4: '公司', 5: '港澳台居民', 6: '法律援助' }

/** What the number itself says: year and kind of practice. */
const decodedText = (number: string) => {
  const licence = decodeLicence(number)
  if (!licence) return null
  const type = licence.practiceType && practiceTypes[licence.practiceType]
  return `${licence.year}年首次执业${type ? `,${type}律师` : ''}`
}

const useFacts = () => {
  const [gender, practiceType, firstPractisedYear] = useWatch({
    name: ['gender', 'practiceType', 'firstPractisedYear'],
  }) as [0 | 1 | 2 | undefined, number | undefined, number | undefined]
  return {
    gender: gender ?? null,
    practiceType: practiceType ?? null,
    firstPractisedYear: firstPractisedYear ?? null,
  }
}

/** A licence number; what looks odd about it is said, and never stops saving. */
export const LicenceInput = ({ field, source, isDisabled }: InputProps<'custom'>) => {
  const { id, value, onChange, onBlur, ref, name, error } = useField<string>(source)
  const ime = useIme(value ?? '', text => onChange(halfWidth(text) || null))
  const facts = useFacts()
  const warnings = value ? licenceWarnings(value, facts, thisYear) : []
  const decoded = value && decodedText(value)
  const descriptions = [described(id, { error, field })['aria-describedby'], `${id}-says`]
  return (
    <FieldFrame id={id} field={field} error={error}>
      <input
        {...ime}
        {...described(id, { error, field })}
        aria-describedby={descriptions.filter(Boolean).join(' ')}
        id={id}
        name={name}
        className="control control-number"
        inputMode="numeric"
        autoComplete="off"
        disabled={isDisabled}
        onBlur={onBlur}
        ref={ref}
      />
      <div id={`${id}-says`} aria-live="polite">
        {decoded && <p className="field-hint">{decoded}</p>}
        {warnings.map(it => (
          <p key={it} className="field-warning">
            {it}
          </p>
        ))}
      </div>
    </FieldFrame>
  )
}
