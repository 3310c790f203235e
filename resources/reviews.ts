import { z } from 'zod'

import {
  datetime,
  defineEntity,
  flag,
  get,
  integer,
  optional,
  recordOf,
  reference,
  select,
  text,
} from './kit/index.ts'

/** 审核台: what waits for a decision, of whatever kind. What is decided is decided by the calls of each kind. */
export const reviewKinds = [
  ['registration', '注册'],
  ['card', '名片'],
  ['article', '内容'],
] as const
export type ReviewKind = (typeof reviewKinds)[number][0]

const fields = {
  /** Of the lawyer, the card or the article. */
  id: integer('编号'),
  kind: select('类型', reviewKinds),
  title: text('名称', { max: 120 }),
  /** Of a card, and of a registration himself. */
  lawyerId: optional(reference('律师', 'lawyers')),
  language: optional(
    select('语言', [
      ['CN', '中文'],
      ['EN', '英文'],
    ]),
  ),
  organizationId: reference('所属律所', 'offices'),
  since: datetime('提交时间'),
  /** Past what the firm allows for a review. */
  isOverdue: select('时限', [
    [0, '时限内'],
    [1, '已超时'],
  ]),
}

const kind = fields.kind.schema
/** Counted as far as a page counts; `oldest` since when the first of them waits. */
const waiting = z.object({ all: z.int(), overdue: z.int(), oldest: z.string().nullable() })
const counts = z.object({
  registration: waiting,
  card: waiting,
  article: waiting,
  /** 转所申请, which is decided in its own list. */
  transfer: waiting.optional(),
})

/** A firm's own days, the latest last. */
const day = z.object({ day: z.string(), people: z.int(), cards: z.int(), articles: z.int() })
/** Of the cards of an office: how complete they are on average, and how many are not complete enough. */
const office = z.object({
  organizationId: z.int(),
  cards: z.int(),
  completeness: z.int(),
  incomplete: z.int(),
  /** Changed in the last seven days. */
  changed: z.int().optional(),
})

/** Below this a card is worth a reminder. */
export const completeEnough = 60

const calls = {
  /** The longest waiting first. */
  queue: get(
    '/audit/queue',
    'admin',
    () =>
      z.strictObject({
        kind: kind.optional(),
        isOverdue: flag.optional(),
        pageNum: z.int().min(1).max(200).default(1),
        pageSize: z.int().min(1).max(200).default(50),
      }),
    () =>
      z.object({
        records: z.array(recordOf(fields).extend({ version: z.int() })),
        counts,
        /** 审核时限 of the settings. */
        slaHours: z.int(),
      }),
    { isAddition: true },
  ),
  /** The number in the header. */
  count: get(
    '/audit/count',
    'admin',
    () => z.strictObject({}),
    () => counts,
    { isAddition: true },
  ),
  /** 工作台: what waits, what changed in seven days, what is due, how complete cards are; each as far as the caller's right reaches. */
  summary: get(
    '/audit/summary',
    'admin',
    () => z.strictObject({}),
    () =>
      z.object({
        waiting: counts,
        /** Of what waits: handed in within the last 24 hours, and overdue within the next 24. */
        trend: z.object({ arrived: z.int(), soon: z.int() }).optional(),
        /** Empty for whoever reads no log. */
        days: z.array(day),
        /** Practising without a licence number on record, or without the assessment of `assessYear`. */
        due: z
          .object({
            licence: z.int(),
            assessment: z.int(),
            assessYear: z.int(),
            /** Of those without a licence number: created in the last seven days. */
            joined: z.int().optional(),
          })
          .nullable(),
        offices: z.array(office),
      }),
    { isAddition: true, feature: 'home' },
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
      capability: ['card.audit', 'lawyer.pass', 'article.pass'],
      menu: 'review',
      page: 'reviewDesk',
    },
  },
})
