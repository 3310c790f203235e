import { useTranslate } from 'ra-core'
import { useMemo } from 'react'

import { isFieldApplicable } from '../../../resources/articles/isFieldApplicable.ts'
import type { Field, Fields } from '../../../resources/kit/index.ts'
import { Input } from '../../fields/inputs.tsx'
import { useFormValues } from '../../form/useFormValues.ts'
import type { Translate } from '../../../resources/kit/translate.ts'
import { requiredToSubmit } from './missing.ts'
import { useVideoUrl } from './video/useVideoUrl.ts'
import { VideoInput } from './video/VideoInput.tsx'

/** Fields in the main column, in reading order. */
const titleAndVideoFields = [
  'title',
  'videoType',
  'videoUrl',
  'finderUserName',
  'feedId',
  'videoCover',
  'duration',
] as const
const bodyFields = ['contentMode', 'linkUrl', 'content'] as const
/** Sections beside the main column. */
const asideSections = {
  分类与作者: ['typeId', 'lawyerIds', 'professional', 'organizationId'],
  封面与摘要: ['cover', 'summary'],
  发布: ['language', 'publishAt', 'expireAt', 'sort'],
  来源: ['sourceType', 'sourceName'],
} as const

const withHint = (field: Field, translate: Translate): Field => ({
  ...field,
  hint: field.hint
    ? translate('发布前必填；%{hint}', { hint: translate(field.hint) })
    : translate('发布前必填'),
})

/** Adds a hint to all fields, including nested ones, that are required for publication. */
const withHints = (fields: Fields, paths: readonly string[], translate: Translate): Fields =>
  Object.fromEntries(
    Object.entries(fields).map(([name, field]) => {
      if (paths.includes(name)) return [name, withHint(field, translate)]
      const nestedPaths = paths
        .filter(path => path.startsWith(`${name}.`))
        .map(path => path.slice(name.length + 1))
      if (nestedPaths.length === 0 || !('fields' in field) || !field.fields) return [name, field]
      return [name, { ...field, fields: withHints(field.fields, nestedPaths, translate) }]
    }),
  )

/** Memoised by the paths, because a new field object would render its input again. */
const useFieldsWithHints = (fields: Fields, needed: readonly string[]): Fields => {
  const translate = useTranslate()
  const paths = needed.filter(path => !fields[path]?.isRequired).join()
  return useMemo(() => withHints(fields, paths.split(','), translate), [fields, paths, translate])
}

type Props = { fields: Fields; isDisabled: boolean }

/** Inputs of an article in two columns; fields that do not apply to the current values are left out. */
export const ArticleFields = ({ fields, isDisabled }: Props) => {
  const translate = useTranslate()
  const values = useFormValues()
  useVideoUrl()
  const fieldsWithHints = useFieldsWithHints(fields, requiredToSubmit(fields, values))
  const renderField = (name: string) => {
    const field = fieldsWithHints[name]
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
          {titleAndVideoFields.map(renderField)}
          {bodyFields.map(renderField)}
        </section>
        {isFieldApplicable('caseInfo', values) && fields['caseInfo'] && (
          <section className="form-section" aria-label={translate('案情')}>
            <h2>{translate('案情')}</h2>
            {renderField('caseInfo')}
            {renderField('parties')}
          </section>
        )}
      </div>
      <div className="stack article-aside">
        {Object.entries(asideSections).map(([title, names]) => (
          <section key={title} className="form-section" aria-label={translate(title)}>
            <h2>{translate(title)}</h2>
            {names.map(renderField)}
          </section>
        ))}
      </div>
    </div>
  )
}
