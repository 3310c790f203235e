import { z } from 'zod'

import { flag, reason, sentence } from '../kit/index.ts'

export const severityLabels = { high: '高风险', medium: '中风险', notice: '提示' } as const
export type Severity = keyof typeof severityLabels

/** What the self-check of promotion rules found in a text (domain.md §8). */
export const finding = z.object({
  ruleId: z.string(),
  severity: z.enum(['high', 'medium', 'notice']),
  field: z.string(),
  /** Of the quoted words, in the visible text of the value. */
  start: z.int(),
  end: z.int(),
  text: z.string(),
  advice: sentence(),
  basis: sentence(),
  /** Somebody who decides about it has said that it may stand, and why. */
  ignored: z.object({ reason: z.string(), by: z.string(), at: z.string() }).optional(),
})
export type Finding = z.output<typeof finding>

/** Which finding is meant: the words, wherever they stand; other words are another finding. */
const findingKey = finding.pick({ ruleId: true, field: true, text: true })
export type FindingKey = z.output<typeof findingKey>
export const isSameFinding = (one: FindingKey, other: FindingKey) =>
  one.ruleId === other.ruleId && one.field === other.field && one.text === other.text

/** What is kept with the card or the article. */
export type IgnoredFinding = FindingKey & NonNullable<Finding['ignored']>

/** 忽略 one with a reason, or (`ignore` 0) no longer; the call adds which record. */
export const ignoring = () =>
  z
    .strictObject({ ...findingKey.shape, ignore: flag.default(1), reason: reason.optional() })
    .refine(it => it.ignore === 0 || it.reason !== undefined, {
      path: ['reason'],
      error: '请填写原因（2-200字）',
    })
