import { articleKinds, type ContentField, contentFields } from '../../../resources/articles/index.ts'
import type { AnyRecord } from '../../../resources/kit/index.ts'
import { Side } from '../../history/Side.tsx'
import type { Article } from './useArticle.ts'

export type Version = 'published' | 'working'

const order = Object.keys(contentFields) as ContentField[]

const versions = [
  ['published', '已发布版本'],
  ['working', '修改后'],
] as const

type PickerProps = { version: Version; onChoose: (version: Version) => void }

/** Which of the two the phone shows. */
export const VersionPicker = ({ version, onChoose }: PickerProps) => (
  <div className="pills" role="group" aria-label="预览版本">
    {versions.map(([it, label]) => (
      <label key={it} className="pill">
        <input type="radio" name="version" checked={version === it} onChange={() => onChoose(it)} />
        <span>{label}</span>
      </label>
    ))}
  </div>
)

/** What a change beside the published text says instead. */
export const Changes = ({ article }: { article: Article }) => {
  const record: AnyRecord = { ...article }
  const { changedFields, published } = article
  const { fields } = articleKinds[article.kind]
  const changed = order.filter(it => changedFields.includes(it))
  const before: Readonly<Record<string, unknown>> = published ?? {}
  return (
    <section className="preview-box preview-changes" aria-label="修改内容">
      <h2>{changed.length} 项修改</h2>
      <dl>
        {changed.map(name => {
          const sides = {
            field: fields[name],
            record,
            before: before[name],
            after: record[name],
          }
          return (
            <div key={name}>
              <dt>{fields[name].label}</dt>
              <dd>
                <Side {...sides} side="before" />
              </dd>
              <dd>
                <Side {...sides} side="after" />
              </dd>
            </div>
          )
        })}
      </dl>
    </section>
  )
}
