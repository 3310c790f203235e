import { articleResourceOfKind } from '../../../resources/articles/index.ts'
import type { AnyRecord } from '../../../resources/kit/index.ts'
import { useShownLanguage } from '../../language/useLanguage.ts'
import { timestampText } from '../../fields/dates/dates.ts'
import { Cell } from '../../fields/kinds.tsx'
import type { PreviewArticle } from '../../preview/article/article.ts'
import type { Language } from '../../../resources/kit/translate.ts'

/** One sentence about the state of the article. */
const statusSentence = (
  { status, revisionStatus, publishAt, expireAt, consent }: PreviewArticle,
  { translate, formats }: Language,
) => {
  if (revisionStatus === 1) return translate('已发布的内容在小程序中可见；它的一份修改正在等待审核。')
  if (revisionStatus === 0) return translate('已发布的内容在小程序中可见；它的一份修改尚未提交。')
  if (revisionStatus === 3) return translate('已发布的内容在小程序中可见；它的一份修改未通过审核。')
  if (status === 5 && consent === 'missing') return translate('已通过审核，客户同意后发布。')
  return {
    0: translate('草稿，尚未提交。'),
    1: translate('等待审核，通过后在小程序中可见。'),
    2: expireAt
      ? translate('在小程序中可见，%{timestampText} 自动下线。', {
          timestampText: timestampText(expireAt, formats),
        })
      : translate('在小程序中可见。'),
    3: translate('未通过审核，修改后可重新提交。'),
    4: translate('已下架，小程序中不可见。'),
    5: publishAt
      ? translate('已通过审核，%{timestampText} 自动发布。', {
          timestampText: timestampText(publishAt, formats),
        })
      : translate('已通过审核，等待发布。'),
  }[status]
}

const factNames = [
  'organizationId',
  'typeId',
  'publishAt',
  'expireAt',
  'isTop',
  'createdBy',
  'updatedBy',
  'updatedAt',
] as const

const toneOfStatus = { 0: 'faint', 1: 'waiting', 2: 'good', 3: 'bad', 4: 'faint', 5: 'info' } as const

/** State of an article, the reason for a refusal, and facts such as office and dates. */
export const StatusPanel = ({ article }: { article: PreviewArticle }) => {
  const language = useShownLanguage()
  const { translate } = language
  const record: AnyRecord = { ...article }
  const { status, revisionStatus, refuseReason } = article
  const { fields } = articleResourceOfKind(article.kind)
  const isRefused = status === 3 || revisionStatus === 3
  const tone = isRefused ? 'bad' : revisionStatus === 1 ? 'waiting' : toneOfStatus[status]
  return (
    <section className={`panel is-state is-${tone}`} aria-label={translate('状态')}>
      <p className="lead">{statusSentence(article, language)}</p>
      {isRefused && refuseReason && (
        <p className="note is-bad">{translate('驳回原因：%{refuseReason}', { refuseReason })}</p>
      )}
      <dl className="facts preview-status-facts">
        {factNames
          .filter(name => record[name] !== null && record[name] !== undefined)
          .map(name => (
            <div key={name}>
              <dt>{translate(fields[name].label)}</dt>
              <dd>
                <Cell field={fields[name]} value={record[name]} record={record} />
              </dd>
            </div>
          ))}
      </dl>
    </section>
  )
}
