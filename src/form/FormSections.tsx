import { useTranslate } from 'ra-core'
import { memo } from 'react'

import type { Fields } from '../../resources/kit/index.ts'
import { Input } from '../fields/inputs.tsx'
import type { FormSection } from './sections.ts'

type Props = {
  sections: readonly FormSection[]
  fields: Fields
  idOf: (index: number) => string
}

/** Memoised: a key redraws the input it is typed into. */
export const FormSections = memo(function FormSections({ sections, fields, idOf }: Props) {
  const translate = useTranslate()
  return sections.map(({ title, names }, index) => (
    <section key={title} className="form-section" id={idOf(index)} aria-label={translate(title)}>
      <h2>{translate(title)}</h2>
      {names.map(name => (
        <Input key={name} field={fields[name]!} source={name} />
      ))}
    </section>
  ))
})
