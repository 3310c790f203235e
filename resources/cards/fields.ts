import { z } from 'zod'

import {
  date,
  datetime,
  integer,
  multiSelect,
  optional,
  documentSchema,
  recordSchema,
  reference,
  rows,
  select,
  auditFields,
  text,
  toggle,
} from '../kit/index.ts'
import { cardContent } from './content.ts'

const fieldNames = Object.entries(cardContent).map(([name, { label }]) => [name, label] as const)

/** The answer to the firm's request to confirm the card. */
export const confirmation = select('名片确认', [
  [1, '待确认', 'waiting'],
  [2, '已确认', 'good'],
])

/** Whether the card fits the template of the office to which its owner has moved; absent where it does. */
export const fitState = select('名片模板', [[1, '待调整', 'waiting']])

/** Columns besides the content: the owner, the state of the review, and how the card is shown. */
const columns = {
  id: integer('编号'),
  lawyerId: reference('律师', 'lawyers'),
  language: select('语言版本', [
    ['CN', '中文'],
    ['EN', '英文'],
  ]),
  organizationId: reference('所属律所', 'offices'),
  showStatus: select('展示状态', [
    [1, '展示@state', 'good'],
    [0, '隐藏@state', 'faint'],
  ]),
  weight: integer('权重', { hint: '数字越大越靠前' }),
  isTop: toggle('置顶'),
  /** State of the last submission. A published card stays 已通过 while its owner writes a change. */
  auditStatus: select(
    '审核状态',
    [
      [0, '草稿', 'faint'],
      [1, '待审核', 'waiting'],
      [2, '已通过', 'good'],
      [3, '已驳回', 'bad'],
    ],
    { waitingState: { state: 1, since: ['submittedAt', 'updatedAt'] } },
  ),
  auditReason: optional(text('驳回原因', { max: 200, isMultiline: true })),
  auditItems: optional(
    rows(
      '逐项原因',
      { field: text('字段', { max: 30 }), reason: text('原因', { min: 2, max: 200 }) },
      { max: 40 },
    ),
  ),
  submittedAt: optional(datetime('提交时间')),
  /** The assistant with the owner who submitted it; absent where the owner did. */
  submittedBy: optional(text('提交人', { max: 123 })),
  auditedAt: optional(datetime('审核时间')),
  auditedBy: optional(text('审核人', { max: 20 })),
  /** Computed from the published content, the visibility, the review and the working copy. */
  publishState: select('发布状态', [
    [0, '未发布', 'faint'],
    [1, '已发布', 'good'],
    [2, '已发布·有待审修改', 'waiting'],
    [3, '已隐藏', 'faint'],
    [4, '已发布·有未提交修改', 'info'],
    [5, '已发布·有待生效修改', 'info'],
  ]),
  publishedAt: optional(datetime('发布时间')),
  publishedVersion: optional(integer('发布版本')),
  /** The day from which the owner wants the submitted change to hold. */
  proposedOn: optional(date('希望生效日期')),
  /** When the approved change in `scheduledFields` becomes public. */
  effectiveAt: optional(datetime('生效时间')),
  scheduledFields: optional(multiSelect('待生效字段', fieldNames)),
  /** Names of the content fields that differ from the published content. */
  changedFields: multiSelect('变更字段', fieldNames),
  completeness: integer('完整度', { max: 100, unit: '%' }),
  confirmedAt: optional(datetime('最近确认')),
  /** The answer to the firm's latest request to confirm the card; absent where the request does not concern it. */
  confirmState: optional(confirmation),
  fitState: optional(fitState),
  codeKey: optional(text('名片码', { max: 10 })),
  ...auditFields,
}

/** 名片: one card for each lawyer and language (docs/domain.md §3.4). */
export const allCardFields = { ...columns, ...cardContent }

export const cardRecord = recordSchema(columns).extend({
  ...documentSchema(cardContent).shape,
  lawyerName: z.string(),
  version: z.int(),
})

export const cardRow = cardRecord
  .pick({
    id: true,
    lawyerId: true,
    lawyerName: true,
    language: true,
    organizationId: true,
    name: true,
    avatar: true,
    workPosition: true,
    team: true,
    professions: true,
    visibility: true,
    showStatus: true,
    weight: true,
    isTop: true,
    auditStatus: true,
    auditReason: true,
    submittedAt: true,
    auditedAt: true,
    auditedBy: true,
    publishState: true,
    publishedAt: true,
    publishedVersion: true,
    changedFields: true,
    completeness: true,
    confirmedAt: true,
    confirmState: true,
    fitState: true,
    createdAt: true,
    createdBy: true,
    updatedAt: true,
    updatedBy: true,
    version: true,
  })
  .extend({
    /** The name in letters, by the person's own spelling where there is one; lists are sorted by it. */
    namePinyin: z.string().optional(),
  })
