import { callByName } from '../../../../providers/call.ts'
import { isBlank } from '../../../../resources/domain/sameness.ts'
import { writeJson } from '../../../../providers/jsonFields.ts'
import { isFieldApplicable } from '../../../../resources/articles/isFieldApplicable.ts'
import { lacksConsent } from '../../../../resources/articles/transitions.ts'
import {
  articles,
  articleContentFields,
  articleResourceOfKind,
} from '../../../../resources/articles/index.ts'
import type { AnyRecord } from '../../../../resources/kit/index.ts'
import { pathTo } from '../../../routing/paths.ts'
import type { PreviewArticle } from '../../../preview/article/article.ts'
import type { Translate } from '../../../../resources/kit/translate.ts'
import { queueKeyOf, type ReviewSubject } from './subject.ts'

/** Fields that readers of the article do not see. */
const internalFields = ['kind', 'sort', 'contentMode']

/** A reviewer may pass a case before its client has consented, but not its change once it is public. */
const consentHints = (article: PreviewArticle, translate: Translate) => {
  if (article.consent !== 'missing') return []
  return [
    lacksConsent('pass', article)
      ? translate('客户还没有同意修改后的内容，同意后才能通过。')
      : translate('客户还没有同意，通过后等客户同意再发布。'),
  ]
}

export const articleReviewSubject = (
  article: PreviewArticle,
  mayCorrect: boolean,
  translate: Translate,
): ReviewSubject => {
  const { articleId, version, changedFields, published } = article
  const record: AnyRecord & { version: number } = { ...article }
  const { label, fields } = articleResourceOfKind(article.kind)
  const filled = Object.keys(articleContentFields).filter(
    name => !internalFields.includes(name) && isFieldApplicable(name, article) && !isBlank(record[name]),
  )
  const names = published
    ? Object.keys(articleContentFields).filter(it => changedFields.includes(it))
    : filled
  return {
    key: queueKeyOf({ kind: 'article', id: articleId }),
    title: article.title,
    heading: published
      ? translate('%{count} 项修改待审核', { count: names.length })
      : translate('%{label}，以下为全部内容', { label }),
    record,
    fields,
    names,
    unchanged: published ? filled.filter(it => !names.includes(it)) : [],
    published,
    otherLanguage: null,
    findings: article.findings ?? [],
    hints: consentHints(article, translate),
    path: pathTo(articles.views.show!.path, articleId),
    mayCorrect: () => mayCorrect,
    consequence: translate('通过后按设定的时间发布，并通知作者'),
    refusal: {
      verb: translate('驳回'),
      hint: translate('作者会看到原因，修改后可重新提交。'),
      isByField: false,
      refused: 'article',
    },
    decide: ({ patch, refusal }) => {
      const key = { articleId, version }
      // A reviewer who submits an article also publishes it, so that correcting and approving take a single call.
      const updateInput = { ...key, ...writeJson(fields, patch), submit: 1 }
      const [name, input] = refusal
        ? (['articles.refuse', { ...key, reason: refusal.reason }] as const)
        : Object.keys(patch).length > 0
          ? (['articles.update', updateInput] as const)
          : (['articles.pass', key] as const)
      return { input, send: options => callByName(name, input, { ...options, isSparse: true }) }
    },
  }
}
