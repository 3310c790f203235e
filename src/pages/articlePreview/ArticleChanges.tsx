import { useTranslate } from 'ra-core'

import { articleContentFields, articleResourceOfKind } from '../../../resources/articles/index.ts'
import type { AnyRecord, Fields } from '../../../resources/kit/index.ts'
import { Pills } from '../../ui/Pills.tsx'
import { DiffSide } from '../../record/history/DiffSide.tsx'
import type { PreviewArticle } from '../../preview/article/article.ts'

export type ArticleVersion = 'published' | 'working'

const versions = [
  ['published', '已发布版本'],
  ['working', '修改后'],
] as const

type PickerProps = { version: ArticleVersion; onChoose: (version: ArticleVersion) => void }

/** Selects the version that the phone shows. */
export const VersionPicker = ({ version, onChoose }: PickerProps) => {
  const translate = useTranslate()
  return <Pills aria-label={translate('预览版本')} options={versions} value={version} onChange={onChoose} />
}

/** Differences between the published article and its unpublished change. */
export const ArticleChanges = ({ article }: { article: PreviewArticle }) => {
  const translate = useTranslate()
  const record: AnyRecord = { ...article }
  const { changedFields, published } = article
  const fields: Fields = articleResourceOfKind(article.kind).fields
  const changed = Object.keys(articleContentFields).filter(name => changedFields.includes(name))
  const before: Readonly<Record<string, unknown>> = published ?? {}
  return (
    <section className="panel preview-changes whole-cells" aria-label={translate('修改内容')}>
      <h2 className="section-title">{translate('%{count} 项修改', { count: changed.length })}</h2>
      <dl className="facts lined">
        {changed.map(name => {
          const field = fields[name]!
          const sides = { field, record, before: before[name], after: record[name] }
          return (
            <div key={name} className="sides">
              <dt>{translate(field.label)}</dt>
              <dd>
                <DiffSide {...sides} side="before" />
              </dd>
              <dd>
                <DiffSide {...sides} side="after" />
              </dd>
            </div>
          )
        })}
      </dl>
    </section>
  )
}
