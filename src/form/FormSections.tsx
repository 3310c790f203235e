import { useTranslate } from 'ra-core'
import { memo, type ReactNode, useDeferredValue } from 'react'

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

/** As many fields as a window of usual height shows at once. */
const FIELDS_AT_ONCE = 8

/** The first sections that fill a window together. */
const firstSections = (sections: readonly FormSection[]): readonly FormSection[] => {
  let count = 0
  const end = sections.findIndex(({ names }) => (count += names.length) >= FIELDS_AT_ONCE)
  return end < 0 ? sections : sections.slice(0, end + 1)
}

/**
 * Memoised, so that a key press renders only the input that has the focus. What lies below the window is rendered once the
 * first sections are painted, unless a link leads into it.
 */
export const FormSections = memo(function FormSections(props: Props) {
  const { sections, fields, idOf, isFoldable = false, isTarget, children } = props
  const translate = useTranslate()
  const isWholeAtOnce = isTarget !== undefined && sections.some(({ names }) => isTarget(names))
  const isWhole = useDeferredValue(true, isWholeAtOnce)
  const drawn = isWhole ? sections : firstSections(sections)
  const draw = children ?? (name => <Input field={fields[name]!} source={name} />)
  return drawn.map(({ title, names }, index) => {
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
