import { useTranslate } from 'ra-core'

import { firmYear } from '../../../resources/kit/firmTime.ts'
import { useWatch } from 'react-hook-form'

import { toHalfWidth } from '../../../resources/kit/index.ts'
import { decodeLicence, type LicenceFacts, licenceWarnings } from '../../../resources/domain/licence.ts'
import { FieldControl } from '../FieldControl.tsx'
import { type InputProps, useField } from '../useField.ts'
import { TextControl } from '../text/TextControl.tsx'
import { type Translate } from '../../../resources/kit/translate.ts'

const thisYear = firmYear(Date.now())
const practiceTypes = {
  1: '专职',
  2: '兼职',
  3: '公职',
  4: '公司',
  5: '港澳台居民',
  6: '法律援助',
}

/** Year and type of practice that the licence number encodes, as text. */
const licenceText = (number: string, translate: Translate) => {
  const licence = decodeLicence(number)
  if (!licence) return null
  const type = licence.practiceType && translate(practiceTypes[licence.practiceType])
  const { year } = licence
  return type
    ? translate('%{year}年首次执业，%{type}律师', { year, type })
    : translate('%{year}年首次执业', { year })
}

const useLicenceFacts = (): LicenceFacts => ({
  gender: useWatch<LicenceFacts, 'gender'>({ name: 'gender' }) ?? null,
  practiceType: useWatch<LicenceFacts, 'practiceType'>({ name: 'practiceType' }) ?? null,
  firstPractisedYear: useWatch<LicenceFacts, 'firstPractisedYear'>({ name: 'firstPractisedYear' }) ?? null,
})

/** Input for a licence number; implausible numbers cause warnings, but can be saved. */
export const LicenceInput = ({ field, source, isDisabled }: InputProps<'custom'>) => {
  const translate = useTranslate()
  const { value, onChange, control, described } = useField<string>({ field, source, isDisabled })
  const facts = useLicenceFacts()
  const warnings = value ? licenceWarnings(value, facts, thisYear) : []
  const decoded = value && licenceText(value, translate)
  const descriptions = [control['aria-describedby'], `${control.id}-says`]
  return (
    <FieldControl {...described}>
      <TextControl
        value={value ?? ''}
        onText={text => onChange(toHalfWidth(text) || null)}
        {...control}
        aria-describedby={descriptions.filter(Boolean).join(' ')}
        className="control control-number"
        inputMode="numeric"
        autoComplete="off"
      />
      <div id={`${control.id}-says`} aria-live="polite">
        {decoded && <p className="field-hint">{decoded}</p>}
        {warnings.map(warning => (
          <p key={warning} className="field-warning">
            {translate(warning)}
          </p>
        ))}
      </div>
    </FieldControl>
  )
}
