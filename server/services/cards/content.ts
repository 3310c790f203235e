import { completenessOf } from '../../../resources/cards/completeness.ts'
import {
  cardContent,
  type CardField,
  cardFields,
  contentErrors,
  type Policy,
} from '../../../resources/cards/index.ts'
import { cardStateOf, cardStates, cardTransitions } from '../../../resources/cards/transitions.ts'
import type { FieldErrors } from '../../../resources/domain/codes.ts'
import type { StoredCardContent, cards } from '../../db/tables.ts'
import { fromKeys } from '../../../resources/kit/objects.ts'
import { searchText } from '../../db/lists/searchText.ts'
import { blockingErrors, findingsFor } from '../compliance/compliance.ts'
import { pinyinOf } from '../directory/pinyin.ts'
import type { CardRules } from './rules.ts'

type Card = typeof cards.$inferSelect

const isBlank = (value: unknown) =>
  value === null || value === undefined || value === '' || (Array.isArray(value) && value.length === 0)

/** Blanks left out and keys sorted: jsonb keeps no order, and two texts are to be compared. */
const tidy = (value: unknown): unknown => {
  if (Array.isArray(value)) return value.map(tidy)
  if (typeof value !== 'object' || value === null) return value
  return Object.fromEntries(
    Object.entries(value)
      .filter(([, it]) => !isBlank(it))
      .toSorted(([a], [b]) => (a < b ? -1 : 1))
      .map(([key, it]) => [key, tidy(it)]),
  )
}

const tidyContent = (content: StoredCardContent): StoredCardContent =>
  Object.fromEntries(
    cardFields.flatMap(field => (isBlank(content[field]) ? [] : [[field, tidy(content[field])]])),
  )

/** The content after a change: null takes a value away, what is absent stays. */
export const mergeContent = (content: StoredCardContent, patch: StoredCardContent) =>
  tidyContent({ ...content, ...patch })

/** The fields, in the order of the declaration, in which two contents differ. */
export const differingCardFields = (one: StoredCardContent, other: StoredCardContent): CardField[] => {
  const [a, b] = [tidyContent(one), tidyContent(other)]
  return cardFields.filter(field => JSON.stringify(a[field]) !== JSON.stringify(b[field]))
}

/** Of the working copy against what the public sees; nothing to compare before the first publication. */
export const changedSince = (content: StoredCardContent, published: StoredCardContent | null) =>
  published ? differingCardFields(published, content) : []

/** The same object where nothing differs, so that "published again" is told from "as it was". */
const applied = (content: StoredCardContent, patch: StoredCardContent) => {
  const next = mergeContent(content, patch)
  return differingCardFields(content, next).length > 0 ? next : content
}

/** Only these fields of a content. */
export const pickFields = (content: StoredCardContent, fields: readonly CardField[]): StoredCardContent =>
  Object.fromEntries(fields.map(field => [field, content[field] ?? null]))

const requiredMessages: Partial<Record<CardField, string>> = {
  avatar: '请上传头像',
  workPosition: '请选择职位',
  professions: '请选择专业领域',
}

type Judging = Pick<CardRules, 'compliance' | 'person' | 'partnerCodes' | 'ignored' | 'now'>

/** The card held against the rules of promotion, and against what the firm knows of the person. */
const judgedBy = (
  { workPosition }: StoredCardContent,
  { compliance, person, partnerCodes, ignored, now }: Judging,
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

export const cardFindings = (content: StoredCardContent, rules: Judging) =>
  findingsFor(content, judgedBy(content, rules))

/** What stands in the way of publication, at each field. */
export const publicationErrors = (
  content: StoredCardContent,
  language: 'CN' | 'EN',
  { required, ...rules }: Pick<CardRules, 'required'> & Judging,
): FieldErrors => ({
  ...blockingErrors(content, judgedBy(content, rules)),
  ...contentErrors(content, language),
  ...Object.fromEntries(
    required
      .filter(field => isBlank(content[field]))
      .map(field => [field, requiredMessages[field] ?? `请输入${cardContent[field].label}`]),
  ),
})

/** How a lawyer's change of each field is taken. */
export const policyFor = (
  { cardReview, keyFields: keys, policy }: CardRules,
  published: StoredCardContent | null,
): Record<CardField, Policy> => {
  const policyOf = (field: CardField): Policy => {
    const own = policy[field]
    if (own === 'locked' && published) return 'locked'
    if (cardReview === 0) return 'free'
    return cardReview === 1 || own === 'review' || keys.includes(field) ? 'review' : 'free'
  }
  return fromKeys(cardFields, policyOf)
}

export const cardTarget = ({ id, name, organizationId }: Pick<Card, 'id' | 'name' | 'organizationId'>) => ({
  type: 'cards',
  id,
  name,
  organizationId,
})

type Whose = { name: string; mobile: string; licenseNumber: string | null }

/** The columns that stand for the content in lists. */
export const cardListColumns = (
  content: StoredCardContent,
  lawyer: Whose,
  hasEnglish: boolean,
  { weights }: Pick<CardRules, 'weights'>,
) => {
  const name = content.name ?? ''
  const { full, initials } = pinyinOf(name)
  return {
    content,
    name,
    namePinyin: full,
    postCode: content.workPosition?.postCode ?? null,
    search: searchText(name, full, initials, lawyer.name, lawyer.mobile, lawyer.licenseNumber),
    completeness: completenessOf(content, hasEnglish, weights),
  }
}

export type State = {
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
  const codes = following.flatMap(next => (next === 'gone' ? [] : cardStates[next].auditStatus))
  return [...new Set(codes)].filter(code => code !== card.auditStatus).toSorted((a, b) => a - b)
}

/** What is not handed in: a draft, or what is published with its author's change beside it. */
export const unsubmittedStatus = (published: State['published']) => (published ? 2 : 0)

/** Nothing is left to publish, or the working copy waits for its author or a reviewer. */
const settled = ({ content, published }: Omit<State, 'auditStatus'>, otherwise: 0 | 1 | 3) =>
  published && changedSince(content, published).length === 0 ? 2 : otherwise || unsubmittedStatus(published)

/** A lawyer's change: what needs no review is published at once, the rest waits until he submits it. */
export const editedByLawyer = (
  { content, published }: State,
  patch: StoredCardContent,
  language: 'CN' | 'EN',
  rules: CardRules,
): State => {
  const policy = policyFor(rules, published)
  const next = mergeContent(content, patch)
  if (!published) {
    const isPublishable = Object.keys(publicationErrors(next, language, rules)).length === 0
    const isFree = cardFields.every(field => policy[field] === 'free')
    return isFree && isPublishable
      ? { content: next, published: next, auditStatus: 2 }
      : { content: next, published, auditStatus: 0 }
  }
  const free = changedSince(next, published).filter(field => policy[field] === 'free')
  const visible = applied(published, pickFields(next, free))
  return {
    content: next,
    published: visible,
    auditStatus: settled({ content: next, published: visible }, 0),
  }
}

/** An administrator's change goes to the public beside whatever the lawyer has not submitted yet. */
export const editedByAdmin = (
  { content, published, auditStatus }: State,
  patch: StoredCardContent,
  { publish, language }: { publish: 0 | 1 | undefined; language: 'CN' | 'EN' },
  rules: CardRules,
): State => {
  const next = mergeContent(content, patch)
  const waiting = auditStatus === 2 ? 0 : auditStatus
  if (publish === 0 || auditStatus === 1)
    return { content: next, published, auditStatus: settled({ content: next, published }, waiting) }
  const isReady = publish === 1 || Object.keys(publicationErrors(next, language, rules)).length === 0
  const visible = published ? applied(published, patch) : isReady ? next : null
  return {
    content: next,
    published: visible,
    auditStatus: settled({ content: next, published: visible }, waiting),
  }
}
