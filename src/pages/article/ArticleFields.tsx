import { useTranslate } from 'ra-core'
import { useMemo } from 'react'

import { isFieldApplicable } from '../../../resources/articles/isFieldApplicable.ts'
import type { Field, Fields } from '../../../resources/kit/index.ts'
import { Input } from '../../fields/inputs.tsx'
import { useFormValues } from '../../shell/useFormValues.ts'
import type { Translate } from '../../../resources/kit/translate.ts'
import { neededToSubmit } from './missing.ts'
import { useVideoUrl } from './useVideoUrl.ts'
import { VideoInput } from './VideoInput.tsx'

/** Written in the middle, in the order of reading. */
const page = ['title', 'videoType', 'videoUrl', 'finderUserName', 'feedId', 'videoCover', 'duration'] as const
const text = ['contentMode', 'linkUrl', 'content'] as const
/** Beside it, what is said about the article. */
const aside = {
  分类与作者: ['typeId', 'lawyerIds', 'professional', 'organizationId'],
  封面与摘要: ['cover', 'summary'],
  发布: ['language', 'publishAt', 'expireAt', 'sort'],
  来源: ['sourceType', 'sourceName'],
} as const

const marked = (field: Field, translate: Translate): Field => ({
  ...field,
  hint: field.hint
    ? translate('发布前必填；%{hint}', { hint: translate(field.hint) })
    : translate('发布前必填'),
})

/** Every field with what the draft lacks for publication marked in it, be it one of its parts. */
const markedIn = (fields: Fields, paths: readonly string[], translate: Translate): Fields =>
  Object.fromEntries(
    Object.entries(fields).map(([name, field]) => {
      if (paths.includes(name)) return [name, marked(field, translate)]
      const below = paths.filter(path => path.startsWith(`${name}.`)).map(path => path.slice(name.length + 1))
      if (below.length === 0 || !('fields' in field) || !field.fields) return [name, field]
      return [name, { ...field, fields: markedIn(field.fields, below, translate) }]
    }),
  )

/** The same fields as long as the same are needed: an input is drawn again when its field is another. */
const useMarked = (fields: Fields, needed: readonly string[]): Fields => {
  const translate = useTranslate()
  const paths = needed.filter(path => !fields[path]?.isRequired).join()
  return useMemo(() => markedIn(fields, paths.split(','), translate), [fields, paths, translate])
}

type Props = { fields: Fields; isDisabled: boolean }

/** The fields of an article as a page with its margin; those that do not apply are not there. */
export const ArticleFields = ({ fields, isDisabled }: Props) => {
  const translate = useTranslate()
  const values = useFormValues()
  useVideoUrl()
  const shown = useMarked(fields, neededToSubmit(fields, values))
  const draw = (name: string) => {
    const field = shown[name]
    if (!field || !isFieldApplicable(name, values)) return null
    const props = { field, source: name, isDisabled }
    if (name === 'videoUrl' && values['videoType'] === 1)
      return <VideoInput key="own" source={name} isDisabled={isDisabled} />
    return <Input key={name} {...props} />
  }
  return (
    <div className="stack article-grid">
      <div className="stack">
        <section className="form-section article-page" aria-label={translate('内容')}>
          {page.map(draw)}
          {text.map(draw)}
        </section>
        {isFieldApplicable('caseInfo', values) && fields['caseInfo'] && (
          <section className="form-section" aria-label={translate('案情')}>
            <h2>{translate('案情')}</h2>
            {draw('caseInfo')}
          </section>
        )}
      </div>
      <div className="stack article-aside">
        {Object.entries(aside).map(([title, names]) => (
          <section key={title} className="form-section" aria-label={translate(title)}>
            <h2>{translate(title)}</h2>
            {names.map(draw)}
          </section>
        ))}
      </div>
    </div>
  )
}
