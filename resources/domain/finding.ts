import { z } from 'zod'

import { flag, reason, sentence } from '../kit/index.ts'

export const severityLabels = { high: '高风险', medium: '中风险', notice: '提示' } as const
export type Severity = keyof typeof severityLabels

/** One finding of the self-check of promotion rules (docs/domain.md §8). */
export const finding = z.object({
  ruleId: z.string(),
  severity: z.enum(['high', 'medium', 'notice']),
  field: z.string(),
  /** Offsets of the quoted words in the visible text of the value, in UTF-16 units. */
  start: z.int(),
  end: z.int(),
  text: z.string(),
  advice: sentence(),
  basis: sentence(),
  /** Present if a reviewer has decided that the text may stay as it is. */
  ignored: z.object({ reason: z.string(), by: z.string(), at: z.string() }).optional(),
})
export type Finding = z.output<typeof finding>

/**
 * Identifies a finding by rule, field and quoted words. The position does not count, so that a finding stays the same
 * when the text around it changes.
 */
const findingKey = finding.pick({ ruleId: true, field: true, text: true })
export type FindingKey = z.output<typeof findingKey>
export const isSameFinding = (one: FindingKey, other: FindingKey) =>
  one.ruleId === other.ruleId && one.field === other.field && one.text === other.text

/** An ignored finding as it is stored with the card or the article. */
export type IgnoredFinding = FindingKey & NonNullable<Finding['ignored']>

/**
 * Input that ignores a finding with a reason, or with `ignore` 0 no longer ignores it. The call adds the id of the
 * record.
 */
export const ignoreFindingInput = () =>
  z
    .strictObject({ ...findingKey.shape, ignore: flag.default(1), reason: reason.optional() })
    .refine(it => it.ignore === 0 || it.reason !== undefined, {
      path: ['reason'],
      error: '请填写原因（2-200字）',
    })
