import { z } from 'zod'

import {
  countQuery,
  del,
  done,
  draftOf,
  flag,
  get,
  id,
  pageOf,
  pageQuery,
  post,
  put,
  reason,
  recordOf,
  version,
  visible,
} from '../kit/index.ts'
import { contentFields, fields, professionalText } from './fields.ts'

const { lawyerId: _l, professionalId: _p, from: _f, to: _t, ...stored } = fields

/** Somebody named in an article, with what his own page makes of it. */
const person = z.object({
  lawyerId: z.int(),
  name: z.string(),
  nameEn: z.string().nullable(),
  avatar: z.string().nullable(),
  organizationId: z.int(),
  role: z.literal([1, 2, 3]),
  isShow: flag,
  isTop: flag,
})

const record = recordOf(stored).extend({
  /** What a waiting change gives other values. */
  changedFields: z.array(z.string()),
  /** What is public of these fields while the change waits. */
  published: recordOf(contentFields).partial().nullable(),
  /** In the order of what is public. */
  people: z.array(person),
  /** Whether the caller wrote it. */
  isOwn: flag,
  version: z.int(),
})
const whole = record.omit({
  content: true,
  caseInfo: true,
  changedFields: true,
  published: true,
  people: true,
})

/** The firm's own affairs are left out where the public asks. */
const row = whole.partial({
  revisionStatus: true,
  refuseReason: true,
  expireAt: true,
  isOwn: true,
  createdAt: true,
  createdBy: true,
  updatedAt: true,
  updatedBy: true,
  version: true,
})

const content = draftOf(contentFields).extend({
  professional: professionalText.nullish(),
  sort: fields.sort.schema.default(0),
})
const submit = flag.optional()
const articleId = id
const lawyerId = id
const to = flag.optional()

export const sortable = ['title', 'publishAt', 'sort', 'readNum', 'updatedAt', 'createdAt'] as const
/** 'isTop' is the order of the person's own page. */
export const personalOrders = ['isTop', ...sortable] as const
const filters = () => ({
  kind: fields.kind.schema,
  typeId: fields.typeId.schema,
  /** 1 finds published articles too, when a change of them waits. */
  status: fields.status.schema,
  language: fields.language.schema,
  sourceType: fields.sourceType.schema,
  isTop: flag,
  lawyerId,
  professionalId: id,
  organizationId: fields.organizationId.schema,
  from: z.iso.date(),
  to: z.iso.date(),
})
const counts = z.object({
  all: z.int(),
  draft: z.int(),
  pending: z.int(),
  published: z.int(),
  refused: z.int(),
  offline: z.int(),
  scheduled: z.int(),
})
const finding = z.object({
  ruleId: z.string(),
  severity: z.enum(['high', 'medium', 'notice']),
  field: z.string(),
  start: z.int(),
  end: z.int(),
  text: z.string(),
  advice: z.string(),
  basis: z.string(),
})
const status = fields.status.schema
const saved = z.object({ articleId: z.int(), status, version: z.int(), findings: z.array(finding) })
/** Whose draft it is the session says; without `articleId` it is of a new article of this kind. */
const ofDraft = z.strictObject({ kind: fields.kind.schema, articleId: articleId.optional() })
const moment = z.iso.datetime({ offset: true })
const ofLawyer = whole.extend({ lawyerId: z.int(), role: z.literal([1, 2, 3]), isShow: flag })
const revision = z.object({
  version: z.int(),
  at: z.string(),
  by: z.string().nullable(),
  kind: z.enum([
    'create',
    'edit',
    'submit',
    'withdraw',
    'pass',
    'refuse',
    'publish',
    'offline',
    'restore',
    'discard',
  ]),
  /** Against the revision before it, as a person reads it; of a long text the paragraphs that differ. */
  diff: z.array(z.object({ field: z.string(), label: z.string(), before: z.string(), after: z.string() })),
})

export const calls = {
  getList: get(
    '/article/getList',
    'public',
    () => pageQuery(sortable, filters()),
    () => pageOf(row),
  ),
  getArticleNum: get(
    '/article/getArticleNum',
    'article.view',
    () => countQuery(filters()),
    () => counts,
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
    () => content.extend({ sort: fields.sort.schema }).partial().extend({ articleId, version, submit }),
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
    () => record,
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
   * article they change, `since` the moment of the draft that this one follows: one with another text is not overwritten (4090).
   */
  keepDraft: put(
    '/article/draft',
    'article.edit',
    () =>
      ofDraft.extend({
        values: z.string().max(600_000, '草稿过长').overwrite(visible),
        version: version.optional(),
        since: moment.nullish(),
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
    () => z.strictObject({ articleId }),
    () => z.object({ status }),
  ),
  refuse: put(
    '/article/refuse/{articleId}',
    'article.pass',
    () => z.strictObject({ articleId, reason }),
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
    () => z.array(revision),
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
  getUserList: get(
    '/article/getUserList/{lawyerId}',
    'article.view',
    () => pageQuery(personalOrders, { kind: fields.kind.schema }).extend({ lawyerId }),
    () => pageOf(ofLawyer),
  ),
  userTop: put(
    '/article/user/top/{articleId}/{lawyerId}',
    'article.user',
    () => z.strictObject({ articleId, lawyerId, to }),
    () => z.object({ isTop: flag }),
  ),
  userShow: put(
    '/article/user/show/{articleId}/{lawyerId}',
    'article.user',
    () => z.strictObject({ articleId, lawyerId, to }),
    () => z.object({ isShow: flag }),
  ),
}
