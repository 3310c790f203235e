import { z } from 'zod'

import {
  date,
  datetime,
  defineEntity,
  deleteCall,
  emptyAnswer,
  flag,
  getCall,
  id,
  integer,
  optional,
  postCall,
  recordSchema,
  reference,
  select,
  text,
} from './kit/index.ts'

/** 审核台: all records that wait for a decision. The calls of each kind make the decisions. */
export const reviewKinds = [
  ['registration', '注册'],
  ['card', '名片'],
  ['article', '内容'],
  ['proposal', '代理建议'],
] as const
export type ReviewKind = (typeof reviewKinds)[number][0]

const fields = {
  /** Id of the lawyer, the card, the article or the proposal. */
  id: integer('编号'),
  kind: select('类型', reviewKinds),
  title: text('名称', { max: 120 }),
  /** Owner of the card, or the person who registered. */
  lawyerId: optional(reference('律师', 'lawyers')),
  language: optional(
    select('语言', [
      ['CN', '中文'],
      ['EN', '英文'],
    ]),
  ),
  /** Null for what belongs to the whole firm. */
  organizationId: optional(reference('所属律所', 'offices')),
  since: datetime('提交时间'),
  /** Whether the record waits longer than the firm allows. */
  isOverdue: select('时限', [
    [0, '时限内'],
    [1, '已超时'],
  ]),
  /** Whether the owner of a card has answered all questions about it; null without questions. */
  question: optional(
    select('提问', [
      [1, '待答复', 'waiting'],
      [2, '已答复', 'good'],
    ]),
  ),
  /** The day from which the owner of a card wants the change to hold. */
  proposedOn: optional(date('希望生效日期')),
  /** The assistant with the owner of a card who submitted it, or the token of a proposal; absent where the owner did. */
  submittedBy: optional(text('提交人', { max: 123 })),
  assigneeName: optional(text('分配给', { max: 20 })),
}

const kind = fields.kind.schema
/** Numbers of waiting records up to a limit; `oldest` is the moment since when the first of them waits. */
const waiting = z.object({ all: z.int(), overdue: z.int(), oldest: z.string().nullable() })
const counts = z.object({
  registration: waiting,
  card: waiting,
  article: waiting,
  /** 代理建议 of language models' programs. */
  proposal: waiting.optional(),
  /** 转所申请, which are decided in their own list. */
  transfer: waiting.optional(),
})

/** Changes per day in the firm's time zone, the latest day last. */
const day = z.object({ day: z.string(), people: z.int(), cards: z.int(), articles: z.int() })
/** The cards of an office: their average completeness in percent, and the number of insufficiently complete ones. */
const office = z.object({
  organizationId: z.int(),
  cards: z.int(),
  completeness: z.int(),
  incomplete: z.int(),
  /** Number of cards changed in the last seven days. */
  changed: z.int().optional(),
})

/** A person with the period for which he stands in, or is stood in for. */
const substitute = z.object({
  id: z.int(),
  /** 1 if the caller is the substitute, 0 if he is the one who named him. */
  isOwn: flag,
  name: z.string(),
  startAt: z.string(),
  endAt: z.string(),
  /** 1 during the period. */
  isActive: flag,
})

/** Maximum length of the period of a substitute, in days. */
export const longestSubstitution = 90

/** Completeness in percent below which a card deserves a reminder. */
export const sufficientCompleteness = 60

const calls = {
  /** The waiting records, the longest waiting first. */
  queue: getCall(
    '/audit/queue',
    'admin',
    () =>
      z.strictObject({
        kind: kind.optional(),
        isOverdue: flag.optional(),
        /** 1: cards assigned to the caller, or to somebody for whom he stands in. */
        isAssigned: flag.optional(),
        /** Proposals by this token only. */
        tokenId: id.optional(),
        pageNum: z.int().min(1).max(200).default(1),
        pageSize: z.int().min(1).max(200).default(50),
      }),
    () =>
      z.object({
        records: z.array(recordSchema(fields).extend({ version: z.int() })),
        counts,
        /** For the kind `proposal`: the tokens by which proposals wait, with their numbers. */
        origins: z.array(z.object({ tokenId: z.int(), name: z.string(), count: z.int() })).optional(),
        /** 审核时限 of the settings, in hours. */
        slaHours: z.int(),
      }),
    { isAddition: true },
  ),
  /** The numbers of waiting records, for the badge in the header. */
  count: getCall(
    '/audit/count',
    'admin',
    () => z.strictObject({}),
    () => counts,
    { isAddition: true },
  ),
  /**
   * The data of 工作台: waiting reviews, changes of the last seven days, missing records of people, and the completeness
   * of cards, each within the caller's right.
   */
  summary: getCall(
    '/audit/summary',
    'admin',
    () => z.strictObject({}),
    () =>
      z.object({
        waiting: counts,
        /** Waiting records submitted within the last 24 hours, and those that become overdue within the next 24. */
        trend: z.object({ arrived: z.int(), soon: z.int() }).optional(),
        /** Empty if the caller may not read the log. */
        days: z.array(day),
        /** Practising people without a licence number on record, and those without the assessment of `assessYear`. */
        due: z
          .object({
            licence: z.int(),
            assessment: z.int(),
            assessYear: z.int(),
            /** Those without a licence number who were created in the last seven days. */
            joined: z.int().optional(),
          })
          .nullable(),
        offices: z.array(office),
      }),
    { isAddition: true, feature: 'home' },
  ),
  /** The caller's present and future substitutes, and those for whom he stands in. */
  substitutes: getCall(
    '/audit/substitutes',
    'admin',
    () => z.strictObject({}),
    () => z.array(substitute),
    { isAddition: true },
  ),
  /** The administrators of the firm whom the caller may name. */
  substituteChoices: getCall(
    '/audit/substitutes/choices',
    'card.audit',
    () => z.strictObject({}),
    () => z.array(z.object({ id: z.int(), name: z.string(), organizationName: z.string() })),
    { isAddition: true },
  ),
  /** Names a substitute from the first day until the last one, in the firm's time zone. */
  nameSubstitute: postCall(
    '/audit/substitutes',
    'card.audit',
    () => z.strictObject({ substituteId: id, startOn: z.iso.date(), endOn: z.iso.date() }),
    () => z.object({ id: z.int() }),
    { isAddition: true },
  ),
  /** Ends a period at once; one that has not begun never begins. Either of the two people may do it. */
  endSubstitute: deleteCall(
    '/audit/substitutes/{id}',
    'admin',
    () => z.strictObject({ id }),
    () => emptyAnswer,
    { isAddition: true },
  ),
}

export const reviews = defineEntity({
  name: 'reviews',
  label: '待审核',
  id: 'id',
  title: 'title',
  fields,
  calls,
  feature: 'review',
  sort: { field: 'since', order: 'ASC' },
  pages: {
    home: {
      path: '/app/home',
      title: '工作台',
      roles: ['admin'],
      menu: 'home',
      page: 'home',
      requires: 'summary',
    },
    desk: {
      path: '/app/card/review',
      title: '审核台',
      roles: ['admin'],
      capability: ['card.audit', 'lawyer.pass', 'article.pass', 'proposal.decide'],
      menu: 'review',
      page: 'reviewDesk',
    },
  },
})
