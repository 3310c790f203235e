import { useTranslate } from 'ra-core'

import { FieldControl } from '../FieldControl.tsx'
import { type InputProps, useField } from '../useField.ts'
import { visibilityLevels, cardParts, type Visibility } from './cardVisibility.ts'
import { Pill } from '../../ui/Pills.tsx'

export const VisibilityInput = ({ field, source, isDisabled }: InputProps<'custom'>) => {
  const translate = useTranslate()
  const { value, onChange, described } = useField<Visibility>({ field, source })
  return (
    <FieldControl {...described} isGroup>
      <div className="visibility">
        {Object.entries(cardParts).map(([name, { label, byDefault }]) => (
          <fieldset key={name} className="visibility-part" disabled={isDisabled}>
            <legend>{translate(label)}</legend>
            <div className="pills">
              {visibilityLevels.map(([level, word]) => (
                <Pill
                  key={level}
                  type="radio"
                  name={`${described.id}-${name}`}
                  checked={(value?.[name] ?? byDefault) === level}
                  onChange={() => onChange({ ...value, [name]: level })}
                >
                  <span>{translate(word)}</span>
                </Pill>
              ))}
            </div>
          </fieldset>
        ))}
      </div>
    </FieldControl>
  )
}
