import { useTranslate } from 'ra-core'
import { useFormState } from 'react-hook-form'

import { useCurrentSection } from './useCurrentSection.ts'
import type { FormSection } from './sections.ts'

type Props = { sections: readonly FormSection[]; idOf: (index: number) => string; changed: readonly string[] }

/** Table of contents of a long form; it marks sections with errors or unsaved changes. */
export const SectionList = ({ sections, idOf, changed }: Props) => {
  const translate = useTranslate()
  const { errors } = useFormState()
  const current = useCurrentSection(sections.length, idOf)
  return (
    <nav className="section-list" aria-label={translate('表单分区')}>
      <ol className="section-links">
        {sections.map(({ title, names }, index) => {
          const isWrong = names.some(it => it in errors)
          const isChanged = names.some(it => changed.includes(it))
          return (
            <li key={title}>
              <a
                href={`#${idOf(index)}`}
                aria-current={index === current ? 'true' : undefined}
                onClick={event => {
                  event.preventDefault()
                  document.getElementById(idOf(index))?.scrollIntoView({ block: 'start' })
                }}
              >
                {translate(title)}
                {isWrong && <span className="section-wrong">{translate('有误')}</span>}
                {!isWrong && isChanged && <span className="section-changed">{translate('未保存')}</span>}
              </a>
            </li>
          )
        })}
      </ol>
    </nav>
  )
}
