import { completenessOf } from '../../../resources/cards/completeness.ts'
import { cardContent, type CardField, cardFields, contentErrors } from '../../../resources/cards/index.ts'
import { cardStateOf, cardStates, cardTransitions } from '../../../resources/cards/transitions.ts'
import type { FieldErrors } from '../../../resources/domain/codes.ts'
import type { RuleId } from '../../../resources/domain/ruleCatalogue.ts'
import type { StoredCardContent, cards } from '../../db/tables.ts'
import { invalid } from '../../context/apiError.ts'
import { blockingErrors, findingsFor } from '../compliance/compliance.ts'
import { cardKeys, type CardOwnerTexts } from '../directory/nameKeys.ts'
import { decideEdit, policyFor } from './decision.ts'
import type { CardRules } from './rules.ts'

type Card = typeof cards.$inferSelect

const isBlank = (value: unknown) =>
  value === null || value === undefined || value === '' || (Array.isArray(value) && value.length === 0)

/** Removes blanks and sorts keys before comparing, because jsonb keeps no order. */
export const normaliseValue = (value: unknown): unknown => {
  if (Array.isArray(value)) return value.map(normaliseValue)
  if (typeof value !== 'object' || value === null) return value
  return Object.fromEntries(
    Object.entries(value)
      .filter(([, it]) => !isBlank(it))
      .toSorted(([a], [b]) => (a < b ? -1 : 1))
      .map(([key, it]) => [key, normaliseValue(it)]),
  )
}

const normaliseContent = (content: StoredCardContent): StoredCardContent =>
  Object.fromEntries(
    cardFields.flatMap(field => (isBlank(content[field]) ? [] : [[field, normaliseValue(content[field])]])),
  )

/** The content after a change: null removes a value, an absent field stays. */
export const mergeContent = (content: StoredCardContent, patch: StoredCardContent) =>
  normaliseContent({ ...content, ...patch })

/** The fields, in the order of the declaration, in which two contents differ. */
export const differingCardFields = (one: StoredCardContent, other: StoredCardContent): CardField[] => {
  const [a, b] = [normaliseContent(one), normaliseContent(other)]
  return cardFields.filter(field => JSON.stringify(a[field]) !== JSON.stringify(b[field]))
}

/**
 * The fields in which the working copy differs from the public version; empty before the first publication.
 */
export const changedSince = (content: StoredCardContent, published: StoredCardContent | null) =>
  published ? differingCardFields(published, content) : []

/**
 * Returns the same object where nothing differs, so that callers can tell a new publication from an unchanged
 * one.
 */
const applyPatch = (content: StoredCardContent, patch: StoredCardContent) => {
  const nextContent = mergeContent(content, patch)
  return differingCardFields(content, nextContent).length > 0 ? nextContent : content
}

/** The content reduced to these fields. */
export const pickFields = (content: StoredCardContent, fields: readonly CardField[]): StoredCardContent =>
  Object.fromEntries(fields.map(field => [field, content[field] ?? null]))

const requiredMessages: Partial<Record<CardField, string>> = {
  avatar: '请上传头像',
  workPosition: '请选择职位',
  professions: '请选择专业领域',
}

type ComplianceInputs = Pick<CardRules, 'compliance' | 'person' | 'partnerCodes' | 'ignored' | 'now'>

/** The card's compliance context: the firm's promotion rules and its facts about the person. */
const complianceContext = (
  { workPosition }: StoredCardContent,
  { compliance, person, partnerCodes, ignored, now }: ComplianceInputs,
) => ({
  compliance,
  now,
  ignored,
  person: {
    ...person,
    positionName: workPosition?.postName ?? null,
    isPartnerPosition: workPosition && partnerCodes.includes(workPosition.postCode) ? 1 : 0,
  } as const,
})

export const cardFindings = (content: StoredCardContent, rules: ComplianceInputs, only?: readonly RuleId[]) =>
  findingsFor(content, complianceContext(content, rules), only)

const requiredText = ({ template }: Pick<CardRules, 'template'>, field: CardField) =>
  template?.required.includes(field)
    ? `${template.office}要求填写${cardContent[field].label}`
    : (requiredMessages[field] ?? `请输入${cardContent[field].label}`)

/** What prevents publication, with a message for each field. */
export const publicationErrors = (
  content: StoredCardContent,
  language: 'CN' | 'EN',
  { required, template, ...rules }: Pick<CardRules, 'required' | 'template'> & ComplianceInputs,
): FieldErrors => ({
  ...blockingErrors(content, complianceContext(content, rules)),
  ...contentErrors(content, language),
  ...Object.fromEntries(
    required
      .filter(field => isBlank(content[field]))
      .map(field => [field, requiredText({ template }, field)]),
  ),
})

/** Why a lawyer cannot change a locked field. */
const lockedText = ({ template }: Pick<CardRules, 'template'>, field: CardField) =>
  template?.locked.includes(field)
    ? `该字段由${template.office}锁定，如需修改请联系本所管理员`
    : '该字段由管理员维护，如需修改请联系管理员'

/** Throws with a message for each of these fields, which are locked. */
export const refuseLocked = (settings: CardRules, locked: readonly CardField[]) => {
  if (locked.length > 0)
    throw invalid(Object.fromEntries(locked.map(field => [field, lockedText(settings, field)])))
}

/** Throws where a lawyer decides about one of these fields and it is locked. */
export const requireUnlocked = (
  settings: CardRules,
  published: StoredCardContent | null,
  fields: readonly CardField[],
) => {
  const policy = policyFor(settings, published !== null)
  refuseLocked(
    settings,
    fields.filter(field => policy[field] === 'locked'),
  )
}

export const cardTarget = ({ id, name, organizationId }: Pick<Card, 'id' | 'name' | 'organizationId'>) => ({
  type: 'cards',
  id,
  name,
  organizationId,
})

/** The columns of the content that lists show and search. */
export const cardListColumns = (
  content: StoredCardContent,
  lawyer: CardOwnerTexts,
  hasEnglish: boolean,
  { weights }: Pick<CardRules, 'weights'>,
) => {
  const name = content.name ?? ''
  return {
    content,
    name,
    ...cardKeys(name, lawyer),
    postCode: content.workPosition?.postCode ?? null,
    completeness: completenessOf(content, hasEnglish, weights),
  }
}

export type CardVersions = {
  content: StoredCardContent
  published: StoredCardContent | null
  auditStatus: 0 | 1 | 2 | 3
}

export const stateOf = ({ auditStatus, published, changedFields }: Card) =>
  cardStateOf({ auditStatus, isPublished: published !== null, isChanged: changedFields.length > 0 })

/** Review states that some caller can bring this card to from its present state. */
export const followingAuditStatuses = (card: Card) => {
  const state = stateOf(card)
  const following = Object.values(cardTransitions).flatMap(from => Object.values(from[state] ?? {}))
  const codes = following.flatMap(nextContent =>
    nextContent === 'gone' ? [] : cardStates[nextContent].auditStatus,
  )
  return [...new Set(codes)].filter(code => code !== card.auditStatus).toSorted((a, b) => a - b)
}

/** The status of a card with unsubmitted changes: 0 for a draft, 2 for a published card. */
export const unsubmittedStatus = (published: CardVersions['published']) => (published ? 2 : 0)

/** The status after a change: 2 where nothing is left to publish, else the status of the working copy. */
const statusAfter = ({ content, published }: Omit<CardVersions, 'auditStatus'>, pendingStatus: 0 | 1 | 3) =>
  published && changedSince(content, published).length === 0
    ? 2
    : pendingStatus || unsubmittedStatus(published)

/**
 * A lawyer's change: fields that need no review are published at once, the others wait until the lawyer
 * submits them. `locked` are the fields that the lawyer may not change.
 */
export const editedByLawyer = (
  { content, published }: CardVersions,
  patch: StoredCardContent,
  language: 'CN' | 'EN',
  rules: CardRules,
  /** The fields that an assistant may publish. */
  publishable?: readonly string[],
): CardVersions & { locked: readonly CardField[] } => {
  const nextContent = mergeContent(content, patch)
  const decision = decideEdit(rules, {
    isPublic: published !== null,
    edited: differingCardFields(content, nextContent),
    differing: differingCardFields(published ?? {}, nextContent),
    publishable,
  })
  const { locked } = decision
  if (!published) {
    const isPublished =
      decision.published.length > 0 &&
      Object.keys(publicationErrors(nextContent, language, rules)).length === 0
    return isPublished
      ? { content: nextContent, published: nextContent, auditStatus: 2, locked }
      : { content: nextContent, published, auditStatus: 0, locked }
  }
  const nextPublished = applyPatch(published, pickFields(nextContent, decision.published))
  return {
    content: nextContent,
    published: nextPublished,
    auditStatus: statusAfter({ content: nextContent, published: nextPublished }, 0),
    locked,
  }
}

type AdminEdit = {
  publish: 0 | 1 | undefined
  language: 'CN' | 'EN'
  /** The change of what is public, where it differs from that of the working copy. */
  publicPatch?: StoredCardContent | undefined
}

/** An administrator's change is published without the lawyer's unsubmitted changes. */
export const editedByAdmin = (
  { content, published, auditStatus }: CardVersions,
  patch: StoredCardContent,
  { publish, language, publicPatch = patch }: AdminEdit,
  rules: CardRules,
): CardVersions => {
  const nextContent = mergeContent(content, patch)
  const pendingStatus = auditStatus === 2 ? 0 : auditStatus
  if (publish === 0 || auditStatus === 1)
    return {
      content: nextContent,
      published,
      auditStatus: statusAfter({ content: nextContent, published }, pendingStatus),
    }
  const isReady = publish === 1 || Object.keys(publicationErrors(nextContent, language, rules)).length === 0
  const nextPublished = published ? applyPatch(published, publicPatch) : isReady ? nextContent : null
  return {
    content: nextContent,
    published: nextPublished,
    auditStatus: statusAfter({ content: nextContent, published: nextPublished }, pendingStatus),
  }
}
