import { z } from 'zod'

import {
  date,
  datetime,
  defineEntity,
  emptyAnswer,
  flag,
  getCall,
  id,
  integer,
  multiSelect,
  optional,
  postCall,
  putCall,
  recordSchema,
  select,
  text,
  version,
} from '../kit/index.ts'
import { mandateFieldOptions, mandateFields } from './mandateFields.ts'

/** Maximum length of a term, in days: a year, after which the lawyer names the assistant anew. */
export const longestMandate = 366

/** Maximum number of people that one search for an assistant answers. */
export const mostAssistantChoices = 50

/** Maximum number of mandates of one lawyer that have not ended. */
export const mostMandates = 10

const fields = {
  id: integer('编号'),
  lawyerName: text('委托人', { max: 60 }),
  assistantName: text('代办人', { max: 60 }),
  assistantOffice: optional(text('代办人所属律所', { max: 60 })),
  fields: multiSelect('代办字段', mandateFieldOptions),
  startOn: date('开始日期'),
  /** The last day of the term. */
  endOn: date('结束日期'),
  state: select('状态', [
    [1, '生效中', 'good'],
    [2, '未开始', 'info'],
    [3, '已到期', 'faint'],
    [4, '已结束@mandate', 'faint'],
    [5, '账号停用', 'faint'],
  ]),
  endedAt: optional(datetime('提前结束时间')),
  endedBy: optional(text('结束人', { max: 60 })),
}

/** What a lawyer chooses: the fields, none of them twice, and the days of the term. */
const chosenFields = z
  .array(z.enum(mandateFields, { error: '请选择可以委托的字段' }), { error: '请选择代办字段' })
  .min(1, '请选择代办字段')
  .max(mandateFields.length, '代办字段不能重复')
  .refine(chosen => new Set(chosen).size === chosen.length, '代办字段不能重复')
const day = (message: string) => z.iso.date({ error: message })

const record = recordSchema(fields).extend({ lawyerId: z.int(), version: z.int() })

/** A card that the caller maintains in its owner's place. */
const heldCard = z.object({
  id: z.int(),
  language: z.enum(['CN', 'EN']),
  auditStatus: z.literal([0, 1, 2, 3]),
  /** 1: the reviewer has asked about a field of the mandate and waits for an answer. */
  isAsked: flag,
})

const isAddition = { isAddition: true } as const

const calls = {
  /** The mandates that the caller has given, or the person whom an administrator names; the latest first. */
  given: getCall(
    '/mandate/given',
    'mandate.view',
    () => z.strictObject({ lawyerId: id.optional() }),
    () => z.array(record),
    isAddition,
  ),
  /** The mandates in force by which the caller maintains cards, with these cards, and those whose term will begin. */
  held: getCall(
    '/mandate/held',
    'self',
    () => z.strictObject({}),
    () =>
      z.array(
        record.extend({ officeName: z.string(), avatar: z.string().nullable(), cards: z.array(heldCard) }),
      ),
    isAddition,
  ),
  /**
   * Colleagues whom the caller may name, found by a part of the name, those of the own office first; only their names and
   * offices. `hasMore`: there are others, whom a longer keyword finds.
   */
  choices: getCall(
    '/mandate/choices',
    'mandate.grant',
    () => z.strictObject({ keyword: text('关键词', { max: 60 }).schema.optional() }),
    () =>
      z.object({
        people: z.array(
          z.object({
            population: z.literal([1, 2]),
            id: z.int(),
            name: z.string(),
            organizationName: z.string(),
          }),
        ),
        hasMore: flag,
      }),
    isAddition,
  ),
  /** Names an assistant from the first day until the last one, in the firm's time zone. */
  grant: postCall(
    '/mandate',
    'mandate.grant',
    () =>
      z.strictObject({
        population: z.literal([1, 2], { error: '请选择代办人' }),
        assistantId: id,
        fields: chosenFields,
        startOn: day('请选择开始日期'),
        endOn: day('请选择结束日期'),
      }),
    () => z.object({ id: z.int(), version: z.int() }),
    isAddition,
  ),
  /** Changes the fields and the last day of a mandate that has not ended. */
  change: putCall(
    '/mandate/{id}',
    'mandate.grant',
    () => z.strictObject({ id, version, fields: chosenFields, endOn: day('请选择结束日期') }),
    () => z.object({ version: z.int() }),
    isAddition,
  ),
  /** Ends a mandate at once. The lawyer, the assistant, or an administrator with the right to end it does so. */
  end: postCall(
    '/mandate/{id}/end',
    'signedIn',
    () => z.strictObject({ id }),
    () => emptyAnswer,
    isAddition,
  ),
}

/** 名片代办: a lawyer names an assistant for fields of the own cards and a term. */
export const mandates = defineEntity({
  name: 'mandates',
  label: '名片代办',
  id: 'id',
  title: 'assistantName',
  fields,
  calls,
  feature: ['user.mandate', 'card.mandate'],
  logModule: 5,
  sort: { field: 'startOn', order: 'DESC' },
  pages: {
    mine: {
      path: '/app/user/mandate',
      title: '代办名片',
      roles: ['lawyer'],
      menu: 'user.mandate',
      page: 'heldMandates',
      requires: 'held',
    },
    administrator: {
      path: '/app/card/mandate',
      title: '代办名片',
      roles: ['admin'],
      menu: 'card.mandate',
      page: 'heldMandates',
      requires: 'held',
    },
    card: {
      path: '/app/user/mandate/card',
      title: '代办名片信息',
      roles: ['lawyer', 'admin'],
      parent: 'user.mandate',
      page: 'mandatedCard',
      requires: 'held',
    },
  },
})
