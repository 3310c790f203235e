import { z } from 'zod'

import { contentFeature } from '../domain/contentKinds.ts'
import {
  type About,
  countQuery,
  days,
  del,
  done,
  inputOf,
  equal,
  flag,
  get,
  getPage,
  id,
  includes,
  post,
  put,
  reason,
  reference,
  seenVersion,
  version,
  visible,
} from '../kit/index.ts'
import { finding, ignoring } from '../domain/finding.ts'
import { contentFields, articleFields, professionalText } from './fields.ts'
import { counts, ofLawyer, articleRecord, articleRevision, articleRow } from './records.ts'

const content = inputOf(contentFields).extend({
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
  typeId: equal(reference('分类', 'categories')),
  /** 1 finds published articles too, when a change of them waits. */
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
/** Whose draft it is the session says; without `articleId` it is of a new article of this kind. */
const ofDraft = z.strictObject({ kind: articleFields.kind.schema, articleId: articleId.optional() })
const timestamp = z.iso.datetime({ offset: true })
/** A lawyer's own contents are a page of 我的名片. */
const ofPerson = { feature: (about: About) => [...contentFeature(about), 'user.dashboard' as const] }

export const articleCalls = {
  getList: getPage('/article/getList', 'public', { row: articleRow, filters, sortable }),
  getArticleNum: get(
    '/article/getArticleNum',
    'article.view',
    () => countQuery(filters),
    () => counts,
    { isCount: true },
  ),
  /** `submit` hands it in at once; whoever may review publishes by it. */
  add: post(
    '/article',
    'article.create',
    () => content.extend({ submit }),
    () => saved,
  ),
  /**
   * Of a published article the change waits beside it. `submit` 1 hands in, or publishes where the caller may; 0 takes
   * back what was handed in or is scheduled.
   */
  update: put(
    '/article/{articleId}',
    'article.edit',
    () =>
      content.extend({ sort: articleFields.sort.schema }).partial().extend({ articleId, version, submit }),
    () => saved,
  ),
  remove: del(
    '/article/{articleId}',
    'article.edit',
    () => z.strictObject({ articleId }),
    () => done,
  ),
  /** As its editor sees it: with the change that waits. */
  one: get(
    '/article/{articleId}',
    'article.view',
    () => z.strictObject({ articleId }),
    () => articleRecord.extend({ findings: z.array(finding).optional() }),
  ),
  /** What the caller was writing and has not saved; null where there is nothing. */
  draft: get(
    '/article/draft',
    'article.edit',
    () => ofDraft,
    () =>
      z.object({
        values: z.string().nullable(),
        savedAt: z.string().nullable(),
        version: z.int().nullable(),
      }),
    { isAddition: true },
  ),
  /**
   * Keeps what is being written, unchecked and unlogged. `values` is the JSON of the changed fields, `version` that of the
   * article they change, `since` the timestamp of the draft that this one follows: one with another text is not overwritten (4090).
   */
  keepDraft: put(
    '/article/draft',
    'article.edit',
    () =>
      ofDraft.extend({
        values: z.string().max(600_000, { error: '草稿过长', abort: true }).overwrite(visible),
        version: version.optional(),
        since: timestamp.nullish(),
      }),
    () => z.object({ savedAt: z.string(), version: z.int().nullable() }),
    { isAddition: true },
  ),
  dropDraft: del(
    '/article/draft',
    'article.edit',
    () => ofDraft,
    () => done,
    { isAddition: true },
  ),
  pass: put(
    '/article/pass/{articleId}',
    'article.pass',
    () => z.strictObject({ articleId, version: seenVersion }),
    () => z.object({ status }),
  ),
  refuse: put(
    '/article/refuse/{articleId}',
    'article.pass',
    () => z.strictObject({ articleId, reason, version: seenVersion }),
    () => z.object({ status }),
  ),
  /** Takes a published article out of sight; a submission brings it back. */
  offline: put(
    '/article/offline/{articleId}',
    'article.edit',
    () => z.strictObject({ articleId, reason: reason.nullish() }),
    () => z.object({ status }),
    { isAddition: true },
  ),
  top: put(
    '/article/top/{articleId}',
    'article.top',
    () => z.strictObject({ articleId, to }),
    () => z.object({ isTop: flag }),
  ),
  /** Says of a finding of the promotion rules that it may stand: it blocks nothing any more, and the log has why. */
  ignoreFinding: post(
    '/article/findings/{articleId}/ignore',
    'article.pass',
    () => ignoring().safeExtend({ articleId }),
    () => done,
    { isAddition: true },
  ),
  /** Gives up the change that waits beside a published article; what is public stays. */
  discard: put(
    '/article/discard/{articleId}',
    'article.edit',
    () => z.strictObject({ articleId, version }),
    () => z.object({ status, version: z.int() }),
    { isAddition: true },
  ),
  revisions: get(
    '/article/revisions/{articleId}',
    'article.view',
    () => z.strictObject({ articleId }),
    () => z.array(articleRevision),
    { isAddition: true },
  ),
  /** Edits the article to the content of revision `to`; when it appears and expires stays as it is. */
  restore: post(
    '/article/revisions/{articleId}/restore',
    'article.edit',
    () => z.strictObject({ articleId, to: version, version }),
    () => saved,
    { isAddition: true },
  ),
  getUserList: getPage(
    '/article/getUserList/{lawyerId}',
    'article.view',
    {
      row: ofLawyer,
      filters: { kind: equal(articleFields.kind) },
      // 'isTop' is the order of the person's own page.
      sortable: ['isTop', ...sortable],
      params: { lawyerId },
    },
    ofPerson,
  ),
  userTop: put(
    '/article/user/top/{articleId}/{lawyerId}',
    'article.user',
    () => z.strictObject({ articleId, lawyerId, to }),
    () => z.object({ isTop: flag }),
    ofPerson,
  ),
  userShow: put(
    '/article/user/show/{articleId}/{lawyerId}',
    'article.user',
    () => z.strictObject({ articleId, lawyerId, to }),
    () => z.object({ isShow: flag }),
    ofPerson,
  ),
}
