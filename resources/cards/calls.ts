import { secret } from '../domain/credentials.ts'
import {
  limitedCounts,
  countQuery,
  emptyAnswer,
  emptyInput,
  flag,
  getCall,
  pagedCall,
  personName,
  id,
  mandateId,
  mobile,
  postCall,
  putCall,
  reason,
  seenVersion,
  sentence,
  someFields,
  version,
  documentSchema,
} from '../kit/index.ts'

import { z } from 'zod'

import { officeLayoutFields } from '../domain/officeTemplate.ts'
import { finding, ignoreFindingInput } from '../domain/finding.ts'
import { cardFields, contentDraft, contentRecord, visibilityParts } from './content.ts'
import { draftCalls } from './draft.ts'
import { englishDraftCalls } from './englishDraft.ts'
import { allCardFields, cardRecord, cardRow } from './fields.ts'
import { languageCalls, outdatedField } from './languageCalls.ts'
import { verdictAnswer, cardRevision } from './answers.ts'
import { cardFilters, sortableColumns } from './filters.ts'
import { cardLinkCall } from '../domain/previewLink.ts'
import { outputCalls } from './outputCalls.ts'
import { questionCalls } from './questions.ts'
import { visitCalls } from './visits.ts'

const { organizationId, auditStatus, showStatus, weight, isTop, language } = allCardFields

const counts = z.object({
  all: z.int(),
  draft: z.int(),
  pending: z.int(),
  passed: z.int(),
  rejected: z.int(),
  hidden: z.int(),
  over: limitedCounts,
})

const fieldName = z.enum(cardFields)
const policy = z.partialRecord(fieldName, z.enum(['free', 'review', 'locked', 'outside']))

const officeTemplate = z.object({
  organizationName: z.string(),
  layout: documentSchema(officeLayoutFields),
  required: z.array(fieldName),
  /** The fields that the template of the office locks and the firm's policy does not. */
  locked: z.array(fieldName),
})
const misfit = z.object({ field: fieldName, reason: z.enum(['required', 'picture', 'hidden']) })

/**
 * A card with its published content, the policy of each field, and the findings of the promotion rules if the firm
 * has enabled them.
 */
const card = cardRecord.extend({
  published: contentRecord.nullable(),
  policy,
  /** The fields of an English card that read as the translation service wrote them. */
  machineFields: z.array(fieldName).optional(),
  findings: z.array(finding).optional(),
  /** What the office's template says of its cards, where it has one and the firm lets offices have them. */
  template: officeTemplate.optional(),
  /** What does not fit the template of the office to which the person has moved. */
  misfits: z.array(misfit).optional(),
  /** The fields of an English card that are older than those of the published Chinese card. */
  outdated: z.array(outdatedField).optional(),
})

/** A day in the firm's time zone, at whose beginning a change becomes public. */
const effectiveOn = z.iso.date({ error: '请输入正确的生效日期' }).optional()

const display = { showStatus: showStatus.schema, weight: weight.schema, isTop: isTop.schema }

const newLawyer = z.strictObject({
  name: personName().schema,
  mobile: mobile('手机号').schema,
  organizationId: organizationId.schema,
  personType: z.literal([1, 2, 3, 4, 5], { error: '请选择人员类别' }).default(1),
})

const creation = contentDraft.extend({
  language: language.schema,
  /**
   * An administrator names the owner of the card, or somebody for whom an account is created with it. A lawyer's card
   * is his own.
   */
  lawyerId: allCardFields.lawyerId.schema.optional(),
  newLawyer: newLawyer.optional(),
  /** 1: an administrator publishes the card at once; 0: it is a draft. */
  publish: flag.default(0),
  showStatus: display.showStatus.default(1),
  weight: display.weight.default(0),
  isTop: display.isTop.default(0),
})

const change = contentDraft.extend(display).partial().extend({
  id,
  version,
  /**
   * For an administrator's change of a card that waits for review: 1 approves the card with the change, 0 only adds
   * the change.
   */
  publish: flag.optional(),
  /** The day from which an administrator's change is public, later than today. */
  effectiveOn,
  /** An administrator's change of single contacts, instead of `visibility`. */
  visibilityParts: visibilityParts.optional(),
  mandateId,
})

const verdict = z
  .strictObject({
    id: id.optional(),
    /** Several cards in their current versions. A card that has changed meanwhile is named in the results. */
    ids: z.array(id).min(1).max(200).optional(),
    /** Versions of these cards, in the same order. */
    versions: z.array(version).min(1).max(200).optional(),
    auditStatus: z.literal([2, 3]),
    reason: reason.optional(),
    items: z
      .array(z.strictObject({ field: fieldName, reason }))
      .max(cardFields.length)
      .optional(),
    /** Corrections that are published with the approval. */
    patch: contentDraft.partial().optional(),
    /** The day from which an approved change of one published card is public, later than today. */
    effectiveOn,
    version: seenVersion,
  })
  .superRefine((it, context) => {
    const fault = (path: string, message: string) =>
      context.addIssue({ code: 'custom', path: [path], message })
    if ((it.id === undefined) === (it.ids === undefined)) fault('id', '请选择名片')
    if (it.versions && it.versions.length !== it.ids?.length)
      fault('versions', '版本号与所选名片的数量不一致，请刷新后重试')
    if (it.effectiveOn && (it.auditStatus === 3 || it.id === undefined))
      fault('effectiveOn', '只有通过单张名片时可以指定生效日期')
    if (it.auditStatus === 3 && it.reason === undefined) fault('reason', '请填写原因（2-200字）')
  })

const cardStateAnswer = z.object({ auditStatus: auditStatus.schema, version: z.int() })

export const cardCalls = {
  ...draftCalls,
  ...englishDraftCalls,
  ...questionCalls,
  ...visitCalls,
  ...outputCalls,
  ...languageCalls,
  createCard: postCall(
    '/lawyer/card/createCard?firmId={firmId}',
    'card.create',
    () => creation,
    () =>
      z.object({
        id: z.int(),
        lawyerId: z.int(),
        auditStatus: auditStatus.schema,
        version: z.int(),
        /** Initial password of the account created with the card; it is answered only once. */
        initialPassword: secret(z.string()).optional(),
      }),
    { feature: ['card.create', 'user.dashboard'] },
  ),
  pageList: pagedCall('/lawyer/card/pageList', 'card.view', {
    row: cardRow,
    filters: cardFilters,
    // Names are sorted by pinyin.
    sortable: sortableColumns,
  }),
  /** Reads a card. With `version` the content is that of the revision. */
  cardInfo: getCall(
    '/lawyer/card/cardInfo/{id}',
    'card.view',
    () => z.strictObject({ id, version: version.optional() }),
    () => card,
  ),
  /**
   * Reads a card with its whole mobile number, which all other calls mask for administrators; the log records who saw
   * it. With `version` the content is that of the revision.
   */
  reveal: postCall(
    '/lawyer/card/reveal/{id}',
    'lawyer.reveal',
    () => z.strictObject({ id, version: version.optional() }),
    () => card,
    { isAddition: true, reveals: 'always' },
  ),
  /** The Chinese and the English card of the caller, or of the lawyer whom an administrator names. */
  cardInfoByLawyer: getCall(
    '/lawyer/card/cardInfoByLawyer',
    'card.view',
    () => z.strictObject({ lawyerId: id.optional(), language: language.schema.optional(), mandateId }),
    () => z.object({ CN: card.nullable(), EN: card.nullable() }),
    { isByMandate: true },
  ),
  update: putCall(
    '/lawyer/card/update',
    'card.edit',
    () => change,
    () => cardStateAnswer.extend({ changedFields: z.array(z.string()), findings: z.array(finding) }),
    { isByMandate: true, isProposable: true },
  ),
  adminAuditCard: putCall(
    '/lawyer/card/adminAuditCard',
    'card.audit',
    () => verdict,
    () => verdictAnswer,
  ),
  submitAudit: putCall(
    '/lawyer/card/submitAudit',
    'card.submit',
    () => z.strictObject({ id, version, withdraw: z.literal(1).optional(), effectiveOn, mandateId }),
    () => cardStateAnswer,
    { isByMandate: true },
  ),
  /** Withdraws an approved change before it becomes public; it stays as an unsubmitted change. */
  unschedule: putCall(
    '/lawyer/card/unschedule/{id}',
    'card.edit',
    () => z.strictObject({ id, version }),
    () => cardStateAnswer,
    { isAddition: true },
  ),
  delete: postCall(
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
  cardNum: getCall(
    '/lawyer/card/cardNum',
    'card.view',
    () => countQuery(cardFilters),
    () => counts,
    { isCount: true },
  ),
  revisions: getCall(
    '/lawyer/card/revisions/{id}',
    'card.view',
    () => z.strictObject({ id }),
    () => z.array(cardRevision),
    { isAddition: true },
  ),
  /** Restores the content of revision `to`, or only these fields of it, as a new revision. */
  restore: postCall(
    '/lawyer/card/revisions/{id}/restore',
    'card.restore',
    () => z.strictObject({ id, to: version, version, fields: someFields() }),
    () => cardStateAnswer,
    { isAddition: true },
  ),
  /**
   * Ignores a finding of the promotion rules, with a reason. The finding no longer blocks publication, and the log
   * keeps the reason.
   */
  ignoreFinding: postCall(
    '/lawyer/card/findings/{id}/ignore',
    'card.audit',
    () => ignoreFindingInput().safeExtend({ id }),
    () => emptyAnswer,
    { isAddition: true },
  ),
  /** Asks all lawyers with a published card to confirm it; answers how many cards that are. At most once a day. */
  startConfirmation: postCall(
    '/lawyer/card/confirmation',
    'conf.edit',
    () => emptyInput,
    () => z.object({ count: z.int() }),
    { isAddition: true },
  ),
  /** The number of cards that `startConfirmation` would ask about. */
  confirmationCount: getCall(
    '/lawyer/card/confirmation',
    'conf.edit',
    () => emptyInput,
    () => z.object({ count: z.int() }),
    { isAddition: true },
  ),
  /** The lawyer confirms that the published card is right. `version` is the version that he has seen. */
  confirm: putCall(
    '/lawyer/card/confirmation/{id}',
    'card.submit',
    () => z.strictObject({ id, version }),
    () => z.object({ confirmedAt: z.string() }),
    { isAddition: true },
  ),
  /** Reminds the lawyer of a card that he has not confirmed. A person is reminded at most once a day. */
  remindConfirmation: postCall(
    '/lawyer/card/confirmation/{id}/remind',
    'card.remind',
    () => z.strictObject({ id }),
    () => emptyAnswer,
    { isAddition: true },
  ),
  /** Makes a link that shows the card to somebody without an account. */
  share: cardLinkCall('/lawyer/card/share/{id}'),
  /** The target of the code on a printed card: the card, or the office if the card no longer exists. */
  code: getCall(
    '/lawyer/card/code/{codeKey}',
    'public',
    () => z.strictObject({ codeKey: z.string().max(20), language: language.schema.default('CN') }),
    () =>
      z.object({
        cardId: z.int().nullable(),
        organizationId: z.int(),
        name: z.string(),
        /** What the office of the card has instead of the firm's card page. */
        layout: documentSchema(officeLayoutFields).partial().optional(),
      }),
    { isAddition: true },
  ),
}
