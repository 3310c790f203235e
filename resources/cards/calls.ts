import { secret } from '../domain/credentials.ts'
import {
  atMost,
  about,
  countQuery,
  done,
  equal,
  file,
  flag,
  get,
  getPage,
  id,
  integer,
  mobile,
  post,
  put,
  reason,
  reference,
  seenVersion,
  sentence,
  text,
  version,
} from '../kit/index.ts'

import { z } from 'zod'

import { finding, ignoring } from '../domain/finding.ts'
import { cardFields, contentDraft, contentRecord } from './content.ts'
import { draftCalls } from './draft.ts'
import { allCardFields, cardRecord, cardRow } from './fields.ts'
import { judged, cardRevision } from './answers.ts'
import { output } from './output.ts'

const { organizationId, auditStatus, showStatus, weight, isTop, language } = allCardFields

const filters = {
  organizationId: equal(organizationId),
  auditStatus: equal(auditStatus),
  showStatus: equal(showStatus),
  language: equal(language),
  isTop: equal(isTop),
  lawyerId: equal(allCardFields.lawyerId),
  postCode: equal(text('职位编码', { max: 60 })),
  postId: equal(reference('职位', 'positions')),
  professionId: equal(reference('专业领域', 'professions')),
  officialId: equal(reference('标准专业领域', 'officialProfessions')),
  completenessMax: atMost(integer('完整度不高于', { max: 100, unit: '%' }), 'completeness'),
}

const counts = z.object({
  all: z.int(),
  draft: z.int(),
  pending: z.int(),
  passed: z.int(),
  rejected: z.int(),
  hidden: z.int(),
  about,
})

const fieldName = z.enum(cardFields)
const policy = z.partialRecord(fieldName, z.enum(['free', 'review', 'locked']))

/** `findings` of the promotion rules, where the firm has them on. */
const card = cardRecord.extend({
  published: contentRecord.nullable(),
  policy,
  findings: z.array(finding).optional(),
})

const display = { showStatus: showStatus.schema, weight: weight.schema, isTop: isTop.schema }

const newLawyer = z.strictObject({
  name: z.string({ error: '请输入姓名' }).min(2, '姓名至少2个字').max(20, '姓名最多20个字'),
  mobile: mobile('手机号').schema,
  organizationId: organizationId.schema,
  personType: z.literal([1, 2, 3, 4, 5], { error: '请选择人员类别' }).default(1),
})

const creation = contentDraft.extend({
  language: language.schema,
  /** Of an administrator: whose card it is, or for whom an account is made with it. A lawyer's card is his own. */
  lawyerId: allCardFields.lawyerId.schema.optional(),
  newLawyer: newLawyer.optional(),
  /** 1: an administrator publishes at once; 0: a draft. */
  publish: flag.default(0),
  showStatus: display.showStatus.default(1),
  weight: display.weight.default(0),
  isTop: display.isTop.default(0),
})

const change = contentDraft.extend(display).partial().extend({
  id,
  version,
  /** An administrator's change of a card that waits: 1 approves it with the change, 0 only adds the change. */
  publish: flag.optional(),
})

const verdict = z
  .strictObject({
    id: id.optional(),
    /** Several cards as they stand; one that changed meanwhile is named in the results. */
    ids: z.array(id).min(1).max(200).optional(),
    /** Of these cards, in the same order. */
    versions: z.array(version).min(1).max(200).optional(),
    auditStatus: z.literal([2, 3]),
    reason: reason.optional(),
    items: z
      .array(z.strictObject({ field: fieldName, reason }))
      .max(cardFields.length)
      .optional(),
    /** Corrections that are published with the approval. */
    patch: contentDraft.partial().optional(),
    version: seenVersion,
  })
  .superRefine((it, context) => {
    const fault = (path: string, message: string) =>
      context.addIssue({ code: 'custom', path: [path], message })
    if ((it.id === undefined) === (it.ids === undefined)) fault('id', '请选择名片')
    if (it.versions && it.versions.length !== it.ids?.length)
      fault('versions', '版本号与所选名片的数量不一致，请刷新后重试')
    if (it.auditStatus === 3 && it.reason === undefined) fault('reason', '请填写原因（2-200字）')
  })

const stated = z.object({ auditStatus: auditStatus.schema, version: z.int() })

export const cardCalls = {
  ...draftCalls,
  createCard: post(
    '/lawyer/card/createCard?firmId={firmId}',
    'card.create',
    () => creation,
    () =>
      z.object({
        id: z.int(),
        lawyerId: z.int(),
        auditStatus: auditStatus.schema,
        version: z.int(),
        /** Of the account made with it; told this once. */
        initialPassword: secret(z.string()).optional(),
      }),
    { feature: ['card.create', 'user.dashboard'] },
  ),
  pageList: getPage('/lawyer/card/pageList', 'card.view', {
    row: cardRow,
    filters,
    // By pinyin, as people look for names.
    sortable: ['name', 'weight', 'completeness', 'submittedAt', 'publishedAt', 'updatedAt'],
  }),
  /** With `version` the content is that of the revision. */
  cardInfo: get(
    '/lawyer/card/cardInfo/{id}',
    'card.view',
    () => z.strictObject({ id, version: version.optional() }),
    () => card,
  ),
  /** The caller's own two cards; an administrator names the lawyer. */
  cardInfoByLawyer: get(
    '/lawyer/card/cardInfoByLawyer',
    'card.view',
    () => z.strictObject({ lawyerId: id.optional(), language: language.schema.optional() }),
    () => z.object({ CN: card.nullable(), EN: card.nullable() }),
  ),
  update: put(
    '/lawyer/card/update',
    'card.edit',
    () => change,
    () => stated.extend({ changedFields: z.array(z.string()), findings: z.array(finding) }),
  ),
  adminAuditCard: put(
    '/lawyer/card/adminAuditCard',
    'card.audit',
    () => verdict,
    () => judged,
  ),
  submitAudit: put(
    '/lawyer/card/submitAudit',
    'card.submit',
    () => z.strictObject({ id, version, withdraw: z.literal(1).optional() }),
    () => stated,
  ),
  delete: post(
    '/lawyer/card/delete',
    'card.delete',
    () => z.strictObject({ ids: z.array(id).min(1).max(200) }),
    () =>
      z.object({
        batchId: z.int(),
        success: z.int(),
        failed: z.array(z.object({ id: z.int(), message: sentence() })),
      }),
  ),
  cardNum: get(
    '/lawyer/card/cardNum',
    'card.view',
    () => countQuery(filters),
    () => counts,
    { isCount: true },
  ),
  revisions: get(
    '/lawyer/card/revisions/{id}',
    'card.view',
    () => z.strictObject({ id }),
    () => z.array(cardRevision),
    { isAddition: true },
  ),
  /** Makes the content of revision `to` the working copy again, as a new revision. */
  restore: post(
    '/lawyer/card/revisions/{id}/restore',
    'card.restore',
    () => z.strictObject({ id, to: version, version }),
    () => stated,
    { isAddition: true },
  ),
  /** Says of a finding of the promotion rules that it may stand: it blocks nothing any more, and the log has why. */
  ignoreFinding: post(
    '/lawyer/card/findings/{id}/ignore',
    'card.audit',
    () => ignoring().safeExtend({ id }),
    () => done,
    { isAddition: true },
  ),
  /** Where the code on a printed card leads: to the card, or to the office where there is none any more. */
  code: get(
    '/lawyer/card/code/{codeKey}',
    'public',
    () => z.strictObject({ codeKey: z.string().max(20), language: language.schema.default('CN') }),
    () => z.object({ cardId: z.int().nullable(), organizationId: z.int(), name: z.string() }),
    { isAddition: true },
  ),
  /** What is handed out of a published card (domain.md §5): never what its visibility hides. */
  output: get(
    '/lawyer/card/output/{id}',
    'card.output',
    () => output,
    () => file,
    { isAddition: true },
  ),
  /** All of it for the cards of the list as it is filtered, in one archive. */
  outputs: post(
    '/lawyer/card/outputs',
    'card.output',
    () => countQuery(filters).extend({ reason }),
    () => file,
    { isAddition: true },
  ),
}
