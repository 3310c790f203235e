import { useTranslate } from 'ra-core'
import { memo, type ReactNode } from 'react'

import type { Fields } from '../../resources/kit/index.ts'
import { Input } from '../fields/inputs.tsx'
import { FoldedSection } from './FoldedSection.tsx'
import type { FormSection } from './sections.ts'

type Props = {
  sections: readonly FormSection[]
  fields: Fields
  idOf: (index: number) => string
  /** Whether sections can be collapsed and show how many of their fields are filled in; for long forms. */
  isFoldable?: boolean | undefined
  /** Whether a link or an anchor leads to one of these fields; their section then starts open. */
  isTarget?: (names: readonly string[]) => boolean
  /** Renders the field with this name; by default its input. */
  children?: ((name: string) => ReactNode) | undefined
}

/** Memoised, so that a key press renders only the input that has the focus. */
export const FormSections = memo(function FormSections(props: Props) {
  const { sections, fields, idOf, isFoldable = false, isTarget, children } = props
  const translate = useTranslate()
  const draw = children ?? (name => <Input field={fields[name]!} source={name} />)
  return sections.map(({ title, names }, index) => {
    const section = { id: idOf(index), title, names }
    const inputs = names.map(name => (
      <div key={name} data-field={name}>
        {draw(name)}
      </div>
    ))
    return isFoldable ? (
      <FoldedSection key={title} {...section} isFirst={index === 0} isTarget={isTarget?.(names) ?? false}>
        {inputs}
      </FoldedSection>
    ) : (
      <section key={title} className="form-section" id={section.id} aria-label={translate(title)}>
        <h2>{translate(title)}</h2>
        {inputs}
      </section>
    )
  })
})
