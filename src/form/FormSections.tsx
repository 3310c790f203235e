import { useTranslate } from 'ra-core'
import { memo } from 'react'

import type { AnyRecord, Fields } from '../../resources/kit/index.ts'
import { Input } from '../fields/inputs.tsx'
import { isWholeIn, KnownField } from './KnownField.tsx'
import type { FormSection } from './sections.ts'

/** So many sections fill a screen until the record is there. */
const inSight = 2
/** About what a field takes, in pixels. */
const fieldHeight = 84

type Props = {
  sections: readonly FormSection[]
  fields: Fields
  idOf: (index: number) => string
  /** What a list knows of the record, until that is there. */
  row: AnyRecord | null
}

/** Memoised: a key redraws the input it is typed into. */
export const FormSections = memo(function FormSections({ sections, fields, idOf, row }: Props) {
  const translate = useTranslate()
  return sections.map(({ title, names }, index) =>
    row && index >= inSight ? (
      // Its place: the bar below stands where it will be when somebody presses it.
      <div
        key={title}
        className="form-section"
        id={idOf(index)}
        style={{ height: names.length * fieldHeight }}
      />
    ) : (
      <section key={title} className="form-section" id={idOf(index)} aria-label={translate(title)}>
        <h2>{translate(title)}</h2>
        {names.map(name => {
          const field = fields[name]!
          return row && !isWholeIn(row, field, name) ? (
            <KnownField key={name} field={field} name={name} row={row} />
          ) : (
            <Input key={name} field={field} source={name} />
          )
        })}
      </section>
    ),
  )
})
