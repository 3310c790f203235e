import { z } from 'zod'

import { holdAnswer, holdInput } from '../domain/hold.ts'

import { contentFeature } from '../domain/contentKinds.ts'
import {
  type CallSubject,
  countQuery,
  days,
  deleteCall,
  emptyAnswer,
  inputSchema,
  equal,
  flag,
  getCall,
  optional,
  pagedCall,
  id,
  includes,
  postCall,
  putCall,
  reason,
  reference,
  seenVersion,
  someFields,
  version,
  stripInvisible,
} from '../kit/index.ts'
import { finding, ignoreFindingInput } from '../domain/finding.ts'
import { officialId, officialPage } from './official.ts'
import { articleLinkCall } from '../domain/previewLink.ts'
import { articleContentFields, articleFields, professionalText } from './fields.ts'
import { articleCounts, lawyerArticleRow, articleRecord, articleRevision, articleRow } from './records.ts'

const content = inputSchema(articleContentFields).extend({
  professional: professionalText.nullish(),
  sort: articleFields.sort.schema.default(0),
})
const submit = flag.optional()
const articleId = id
const lawyerId = id
const to = flag.optional()

const sortable = ['title', 'publishAt', 'submittedAt', 'sort', 'readNum', 'updatedAt', 'createdAt'] as const
const filters = {
  kind: equal(articleFields.kind),
  typeId: equal(optional(reference('分类', 'categories'))),
  /** The value 1 (待审核) also finds published articles with a change that waits for review. */
  status: equal(articleFields.status),
  language: equal(articleFields.language),
  sourceType: equal(articleFields.sourceType),
  isTop: equal(articleFields.isTop),
  lawyerId: includes(reference('律师', 'authors'), 'lawyerIds'),
  professionalId: includes(reference('专业领域', 'professions'), 'professional'),
  organizationId: equal(articleFields.organizationId),
  publishAt: days('发布日期', { column: 'publishAt', from: 'from', to: 'to' }),
}
const status = articleFields.status.schema
const saved = z.object({ articleId: z.int(), status, version: z.int(), findings: z.array(finding) })
/**
 * Key of a draft; its owner follows from the session. Without `articleId` it is the draft of a new article of this
 * kind.
 */
const draftKey = z.strictObject({ kind: articleFields.kind.schema, articleId: articleId.optional() })
const timestamp = z.iso.datetime({ offset: true })
/** The list of a lawyer's own content is part of his page 我的名片. */
const personalPageOptions = {
  feature: (about: CallSubject) => [...contentFeature(about), 'user.dashboard' as const],
}

export const articleCalls = {
  getList: pagedCall('/article/getList', 'public', { row: articleRow, filters, sortable }),
  getArticleNum: getCall(
    '/article/getArticleNum',
    'article.view',
    () => countQuery(filters),
    () => articleCounts,
    { isCount: true },
  ),
  /** With `submit` the article is submitted for review at once, or published if the caller may review. */
  add: postCall(
    '/article',
    'article.create',
    () => content.extend({ submit }),
    () => saved,
    { isProposable: true },
  ),
  /**
   * Changes an article. The change of a published article is kept beside it. `submit` 1 submits the change for
   * review, or publishes it if the caller may; 0 withdraws a submission or a scheduled publication.
   */
  update: putCall(
    '/article/{articleId}',
    'article.edit',
    () =>
      content.extend({ sort: articleFields.sort.schema }).partial().extend({ articleId, version, submit }),
    () => saved,
    { isProposable: true },
  ),
  remove: deleteCall(
    '/article/{articleId}',
    'article.edit',
    () => z.strictObject({ articleId }),
    () => emptyAnswer,
  ),
  /** The article as its editor sees it, including a change that is not public yet. */
  one: getCall(
    '/article/{articleId}',
    'article.view',
    () => z.strictObject({ articleId }),
    () => articleRecord.extend({ findings: z.array(finding).optional() }),
  ),
  /** The caller's unsaved draft; null if there is none. */
  draft: getCall(
    '/article/draft',
    'article.edit',
    () => draftKey,
    () =>
      z.object({
        values: z.string().nullable(),
        savedAt: z.string().nullable(),
        version: z.int().nullable(),
      }),
    { isAddition: true, inView: 'closed' },
  ),
  /**
   * Stores a draft, without validation and without a log entry. `values` is the JSON of the changed fields, `version`
   * the version of the article that they change, and `since` the timestamp of the previous draft: a newer draft with
   * a different text is not overwritten (4090).
   */
  keepDraft: putCall(
    '/article/draft',
    'article.edit',
    () =>
      draftKey.extend({
        values: z.string().max(600_000, { error: '草稿过长', abort: true }).overwrite(stripInvisible),
        version: version.optional(),
        since: timestamp.nullish(),
      }),
    () => z.object({ savedAt: z.string(), version: z.int().nullable() }),
    { isAddition: true, inView: 'closed' },
  ),
  dropDraft: deleteCall(
    '/article/draft',
    'article.edit',
    () => draftKey,
    () => emptyAnswer,
    { isAddition: true, inView: 'closed' },
  ),
  pass: putCall(
    '/article/pass/{articleId}',
    'article.pass',
    () => z.strictObject({ articleId, version: seenVersion }),
    () => z.object({ status }),
  ),
  refuse: putCall(
    '/article/refuse/{articleId}',
    'article.pass',
    () => z.strictObject({ articleId, reason, version: seenVersion }),
    () => z.object({ status }),
  ),
  /** Takes a published article offline; submitting it publishes it again. */
  offline: putCall(
    '/article/offline/{articleId}',
    'article.edit',
    () => z.strictObject({ articleId, reason: reason.nullish() }),
    () => z.object({ status }),
    { isAddition: true },
  ),
  top: putCall(
    '/article/top/{articleId}',
    'article.top',
    () => z.strictObject({ articleId, to }),
    () => z.object({ isTop: flag }),
  ),
  /** Makes a link that shows the article to somebody without an account. */
  share: articleLinkCall('/article/share/{articleId}'),
  /** Makes a link that asks the client of a case for consent to its present content. */
  askConsent: articleLinkCall('/article/consent/{articleId}'),
  /** Records that the client has withdrawn the consent; the case is offline at once. */
  withdrawConsent: postCall(
    '/article/consent/{articleId}/withdraw',
    'consent.withdraw',
    () => z.strictObject({ articleId }),
    () => emptyAnswer,
    { isAddition: true },
  ),
  /** Holds an article with its history until a day: it is not deleted for good. */
  hold: postCall(
    '/article/hold/{articleId}',
    'hold.manage',
    () => z.strictObject({ articleId, ...holdInput }),
    holdAnswer,
    { isAddition: true },
  ),
  /**
   * Ignores a finding of the promotion rules, with a reason. The finding no longer blocks publication, and the log
   * keeps the reason.
   */
  ignoreFinding: postCall(
    '/article/findings/{articleId}/ignore',
    'article.pass',
    () => ignoreFindingInput().safeExtend({ articleId }),
    () => emptyAnswer,
    { isAddition: true },
  ),
  /** Discards the unpublished change of a published article; the public content stays. */
  discard: putCall(
    '/article/discard/{articleId}',
    'article.edit',
    () => z.strictObject({ articleId, version }),
    () => z.object({ status, version: z.int() }),
    { isAddition: true },
  ),
  revisions: getCall(
    '/article/revisions/{articleId}',
    'article.view',
    () => z.strictObject({ articleId }),
    () => z.array(articleRevision),
    { isAddition: true },
  ),
  /** Restores the content of revision `to`, or only these fields of it. The times of publication and expiry stay. */
  restore: postCall(
    '/article/revisions/{articleId}/restore',
    'article.edit',
    () =>
      z.strictObject({
        articleId,
        to: version,
        version,
        fields: someFields(),
      }),
    () => saved,
    { isAddition: true },
  ),
  /** What the firm's 公众号 has published, 20 messages a page, the latest first; a message has up to eight articles. */
  official: getCall(
    '/article/official',
    'article.create',
    () => z.strictObject({ pageNum: z.int().min(1).max(10_000).default(1) }),
    officialPage,
    { isAddition: true },
  ),
  /** Imports one of them as a draft of the caller's office, with its pictures. */
  importOfficial: postCall(
    '/article/official/import',
    'article.create',
    () =>
      z.strictObject({
        messageKey: officialId.schema,
        index: z.int().min(0).max(19),
        kind: z.literal([1, 2], { error: '请选择工作动态或原创文章' }),
      }),
    // `missingPictures`: pictures that could not be had, or are no pictures of WeChat's.
    () => saved.extend({ missingPictures: z.int() }),
    { isAddition: true },
  ),
  getUserList: pagedCall(
    '/article/getUserList/{lawyerId}',
    'article.view',
    {
      row: lawyerArticleRow,
      filters: { kind: equal(articleFields.kind) },
      // Sorting by 'isTop' gives the order of the person's own page.
      sortable: ['isTop', ...sortable],
      params: { lawyerId },
    },
    personalPageOptions,
  ),
  userTop: putCall(
    '/article/user/top/{articleId}/{lawyerId}',
    'article.user',
    () => z.strictObject({ articleId, lawyerId, to }),
    () => z.object({ isTop: flag }),
    personalPageOptions,
  ),
  userShow: putCall(
    '/article/user/show/{articleId}/{lawyerId}',
    'article.user',
    () => z.strictObject({ articleId, lawyerId, to }),
    () => z.object({ isShow: flag }),
    personalPageOptions,
  ),
}
