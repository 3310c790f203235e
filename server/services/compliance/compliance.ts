import { firmYear } from '../../../resources/kit/firmTime.ts'
import type { FieldErrors } from '../../../resources/domain/codes.ts'
import { findingsIn, type Person } from '../../../resources/domain/compliance.ts'
import { type Finding, type IgnoredFinding, isSameFinding } from '../../../resources/domain/finding.ts'
import type { RuleId } from '../../../resources/domain/ruleCatalogue.ts'
import { inForce, storedSetting } from '../settings/firmSettings.ts'

/** What the firm says of the self-check: as a whole (推广合规自检), and of each rule (合规规则). */
export type Compliance = {
  /** 0 关闭, 1 提示, 2 高风险阻止. */
  mode: 0 | 1 | 2
  /** 0 as the whole says, 1 关闭, 2 仅提示, 3 阻止发布. */
  rules: Readonly<Record<RuleId, 0 | 1 | 2 | 3>>
}

/** Both, as columns of another query. */
export const complianceColumns = (firmId: number) => ({
  review: storedSetting(firmId, 'cardReview'),
  promotionRules: storedSetting(firmId, 'complianceRules'),
})
export type ComplianceFacts = { review: unknown; promotionRules: unknown }
export const complianceFrom = ({ review, promotionRules }: ComplianceFacts): Compliance => ({
  mode: inForce('cardReview', review).compliance,
  rules: inForce('complianceRules', promotionRules),
})

type Judged = {
  compliance: Compliance
  now: Date
  person?: Person
  /** What whoever decides about it has let stand. */
  ignored?: readonly IgnoredFinding[] | undefined
}

const marked = (found: Finding, ignored: readonly IgnoredFinding[]): Finding => {
  const allowed = ignored.find(it => isSameFinding(it, found))
  return allowed ? { ...found, ignored: { reason: allowed.reason, by: allowed.by, at: allowed.at } } : found
}

export const findingsFor = (
  values: object,
  { compliance: { mode, rules }, now, person, ignored = [] }: Judged,
): Finding[] =>
  mode === 0
    ? []
    : findingsIn({ ...values }, firmYear(now), person, rule => rules[rule] !== 1).map(it =>
        marked(it, ignored),
      )

const blocks = ({ ruleId, severity }: Finding, { mode, rules }: Compliance) => {
  const own: Readonly<Record<string, 0 | 1 | 2 | 3 | undefined>> = rules
  return own[ruleId] === 3 || (own[ruleId] === 0 && mode === 2 && severity === 'high')
}

/** What the firm does not let be published, at each field the first. */
export const blockingErrors = (values: object, judged: Judged): FieldErrors => {
  const grave = findingsFor(values, judged).filter(it => !it.ignored && blocks(it, judged.compliance))
  return Object.fromEntries(
    grave.toReversed().map(({ field, text, advice }) => [field, text ? `“${text}”：${advice}` : advice]),
  )
}
