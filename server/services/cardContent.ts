import { z } from 'zod'

import { completenessOf } from '../../resources/cards/completeness.ts'
import {
  type CardField,
  cardFields,
  contentFaults,
  defaultPolicy,
  keyFields,
  neededToPublish,
  type Policy,
} from '../../resources/cards/index.ts'
import type { FieldErrors } from '../../resources/kit/index.ts'
import type { CardContent } from '../db/tables.ts'
import { searchText } from '../searchText.ts'
import { pinyinOf } from './pinyin.ts'

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

/** The content after a change: null takes a value away, what is absent stays. */
export const merged = (content: CardContent, patch: object) => tidy({ ...content, ...patch }) as CardContent

/** The fields, in the order of the declaration, in which two contents differ. */
export const differing = (one: CardContent, other: CardContent): CardField[] => {
  const [a, b] = [tidy(one), tidy(other)] as CardContent[]
  return cardFields.filter(field => JSON.stringify(a![field]) !== JSON.stringify(b![field]))
}

/** Of the working copy against what the public sees; nothing to compare before the first publication. */
export const changedSince = (content: CardContent, published: CardContent | null) =>
  published ? differing(published, content) : []

/** The same object where nothing differs, so that "published again" is told from "as it was". */
const applied = (content: CardContent, patch: object) => {
  const next = merged(content, patch)
  return differing(content, next).length > 0 ? next : content
}

/** Only these fields of a content. */
export const picked = (content: CardContent, fields: readonly CardField[]): CardContent =>
  Object.fromEntries(fields.map(field => [field, content[field] ?? null]))

const demands: Record<(typeof neededToPublish)[number], string> = {
  avatar: '请上传头像',
  name: '请输入姓名',
  workPosition: '请选择职位',
  professions: '请选择专业领域',
  mobile: '请输入手机',
}

/** What stands in the way of publication, at each field. */
export const publicationFaults = (content: CardContent, language: 'CN' | 'EN'): FieldErrors => ({
  ...contentFaults(content, language),
  ...Object.fromEntries(
    neededToPublish.filter(field => isBlank(content[field])).map(field => [field, demands[field]]),
  ),
})

const settings = z.object({
  /** 1 every change of a lawyer is reviewed, 2 only that of key fields, 0 none (specification, section 3). */
  cardReview: z.literal([0, 1, 2]).catch(1),
  keyFields: z.array(z.string()).catch([...keyFields]),
  selfAudit: z
    .union([z.literal([0, 1]), z.boolean()])
    .transform(Boolean)
    .catch(false),
})
export type ReviewSettings = z.output<typeof settings>

/** `/firmConf/cardReview` as stored; what is missing or broken has its default (domain.md §6.4). */
export const reviewSettings = (stored: unknown): ReviewSettings => settings.parse(stored ?? {})

/** How a lawyer's change of each field is taken. */
export const policyFor = (
  { cardReview, keyFields: keys }: ReviewSettings,
  published: CardContent | null,
): Record<CardField, Policy> => {
  const policyOf = (field: CardField): Policy => {
    const own = defaultPolicy[field]
    if (own === 'locked' && published) return 'locked'
    if (cardReview === 0) return 'free'
    return cardReview === 1 || own === 'review' || keys.includes(field) ? 'review' : 'free'
  }
  return Object.fromEntries(cardFields.map(field => [field, policyOf(field)])) as Record<CardField, Policy>
}

type Whose = { name: string; mobile: string; licenseNumber: string | null }

/** The columns that stand for the content in lists. */
export const columnsFor = (content: CardContent, lawyer: Whose, hasEnglish: boolean) => {
  const name = (content['name'] as string | undefined) ?? ''
  const { full, initials } = pinyinOf(name)
  return {
    content,
    name,
    namePinyin: full,
    postCode: (content['workPosition'] as { postCode: string } | undefined)?.postCode ?? null,
    search: searchText(name, full, initials, lawyer.name, lawyer.mobile, lawyer.licenseNumber),
    completeness: completenessOf(content, hasEnglish),
  }
}

export type State = {
  content: CardContent
  published: CardContent | null
  auditStatus: 0 | 1 | 2 | 3
}

/** Nothing is left to publish, or the working copy waits for its author. */
const settled = ({ content, published }: Omit<State, 'auditStatus'>, otherwise: 0 | 1 | 3) =>
  published && changedSince(content, published).length === 0 ? 2 : otherwise

/** A lawyer's change: what needs no review is published at once, the rest waits until he submits it. */
export const editedByLawyer = (
  { content, published }: State,
  patch: object,
  policy: Record<CardField, Policy>,
  language: 'CN' | 'EN',
): State => {
  const next = merged(content, patch)
  if (!published) {
    const isPublishable = Object.keys(publicationFaults(next, language)).length === 0
    const isFree = cardFields.every(field => policy[field] === 'free')
    return isFree && isPublishable
      ? { content: next, published: next, auditStatus: 2 }
      : { content: next, published, auditStatus: 0 }
  }
  const free = changedSince(next, published).filter(field => policy[field] === 'free')
  const visible = applied(published, picked(next, free))
  return {
    content: next,
    published: visible,
    auditStatus: settled({ content: next, published: visible }, 0),
  }
}

/** An administrator's change goes to the public beside whatever the lawyer has not submitted yet. */
export const editedByAdmin = (
  { content, published, auditStatus }: State,
  patch: object,
  { publish, language }: { publish: 0 | 1 | undefined; language: 'CN' | 'EN' },
): State => {
  const next = merged(content, patch)
  const waiting = auditStatus === 2 ? 0 : auditStatus
  if (publish === 0 || auditStatus === 1)
    return { content: next, published, auditStatus: settled({ content: next, published }, waiting) }
  const isReady = publish === 1 || Object.keys(publicationFaults(next, language)).length === 0
  const visible = published ? applied(published, patch) : isReady ? next : null
  return {
    content: next,
    published: visible,
    auditStatus: settled({ content: next, published: visible }, waiting),
  }
}
