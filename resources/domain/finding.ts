import { z } from 'zod'
import { localized } from '../kit/translate.ts'

export const severityLabels = localized({ high: '高风险', medium: '中风险', notice: '提示' } as const)
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
  advice: z.string(),
  basis: z.string(),
})
export type Finding = z.output<typeof finding>
