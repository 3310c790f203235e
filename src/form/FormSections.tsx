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
  /** Whether sections can be folded away and say how much of them is filled in; for long forms. */
  isFoldable?: boolean | undefined
  /** Whether something leads to one of these fields, so that their section is open. */
  isTarget?: (names: readonly string[]) => boolean
  /** Draws a field by its name; its input where this is absent. */
  children?: (name: string) => ReactNode
}

/** Memoised: a key redraws the input it is typed into. */
export const FormSections = memo(function FormSections(props: Props) {
  const { sections, fields, idOf, isFoldable = false, isTarget, children } = props
  const translate = useTranslate()
  const draw = children ?? (name => <Input field={fields[name]!} source={name} />)
  return sections.map(({ title, names }, index) => {
    const section = { id: idOf(index), title, names }
    const drawn = names.map(name => (
      <div key={name} data-field={name}>
        {draw(name)}
      </div>
    ))
    return isFoldable ? (
      <FoldedSection key={title} {...section} isFirst={index === 0} isTarget={isTarget?.(names) ?? false}>
        {drawn}
      </FoldedSection>
    ) : (
      <section key={title} className="form-section" id={section.id} aria-label={translate(title)}>
        <h2>{translate(title)}</h2>
        {drawn}
      </section>
    )
  })
})
