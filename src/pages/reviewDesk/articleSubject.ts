import { callByName } from '../../../providers/call.ts'
import { isBlank } from '../../../resources/domain/sameness.ts'
import { writeJson } from '../../../providers/jsonFields.ts'
import { isFieldApplicable } from '../../../resources/articles/isFieldApplicable.ts'
import { articles, articleContentFields, articleResourceOfKind } from '../../../resources/articles/index.ts'
import type { AnyRecord } from '../../../resources/kit/index.ts'
import { pathTo } from '../../shell/paths.ts'
import type { Article } from '../../preview/article.ts'
import type { Translate } from '../../../resources/kit/translate.ts'
import { queueKeyOf, type Subject } from './subject.ts'

/** What a reader of the article never sees. */
const inward = ['kind', 'sort', 'contentMode']

export const articleSubject = (article: Article, mayCorrect: boolean, translate: Translate): Subject => {
  const { articleId, version, changedFields, published } = article
  const record: AnyRecord & { version: number } = { ...article }
  const { label, fields } = articleResourceOfKind(article.kind)
  const filled = Object.keys(articleContentFields).filter(
    name => !inward.includes(name) && isFieldApplicable(name, article) && !isBlank(record[name]),
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
    hints: [],
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
      const about = { articleId, version }
      // Whoever may pass it publishes by handing it in: the correction and the approval are one call.
      const corrected = { ...about, ...writeJson(fields, patch), submit: 1 }
      const [name, input] = refusal
        ? (['articles.refuse', { ...about, reason: refusal.reason }] as const)
        : Object.keys(patch).length > 0
          ? (['articles.update', corrected] as const)
          : (['articles.pass', about] as const)
      return { input, send: options => callByName(name, input, { ...options, isSparse: true }) }
    },
  }
}
