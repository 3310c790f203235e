import { firmYear } from '../../../resources/kit/firmTime.ts'
import type { FieldErrors } from '../../../resources/domain/codes.ts'
import { findingsIn, type CompliancePerson } from '../../../resources/domain/compliance.ts'
import { type Finding, type IgnoredFinding, isSameFinding } from '../../../resources/domain/finding.ts'
import type { RuleId } from '../../../resources/domain/ruleCatalogue.ts'
import { effectiveSetting, storedSetting } from '../settings/firmSettings.ts'

/** The firm's settings for the compliance check: overall (推广合规自检) and for each rule (合规规则). */
export type Compliance = {
  /** 0 关闭, 1 提示, 2 高风险阻止. */
  mode: 0 | 1 | 2
  /** 0 as the overall mode, 1 关闭, 2 仅提示, 3 阻止发布. */
  rules: Readonly<Record<RuleId, 0 | 1 | 2 | 3>>
}

/** Both settings as columns for another query. */
export const complianceColumns = (firmId: number) => ({
  review: storedSetting(firmId, 'cardReview'),
  promotionRules: storedSetting(firmId, 'complianceRules'),
})
export type ComplianceFacts = { review: unknown; promotionRules: unknown }
export const complianceFromFacts = ({ review, promotionRules }: ComplianceFacts): Compliance => ({
  mode: effectiveSetting('cardReview', review).compliance,
  rules: effectiveSetting('complianceRules', promotionRules),
})

type ComplianceContext = {
  compliance: Compliance
  now: Date
  person?: CompliancePerson
  /** Findings that a reviewer has allowed. */
  ignored?: readonly IgnoredFinding[] | undefined
}

const withAllowance = (found: Finding, ignored: readonly IgnoredFinding[]): Finding => {
  const allowed = ignored.find(it => isSameFinding(it, found))
  return allowed ? { ...found, ignored: { reason: allowed.reason, by: allowed.by, at: allowed.at } } : found
}

export const findingsFor = (
  values: object,
  { compliance: { mode, rules }, now, person, ignored = [] }: ComplianceContext,
): Finding[] =>
  mode === 0
    ? []
    : findingsIn({ ...values }, firmYear(now), person, rule => rules[rule] !== 1).map(it =>
        withAllowance(it, ignored),
      )

const isBlocking = ({ ruleId, severity }: Finding, { mode, rules }: Compliance) => {
  const ruleModes: Readonly<Record<string, 0 | 1 | 2 | 3 | undefined>> = rules
  return ruleModes[ruleId] === 3 || (ruleModes[ruleId] === 0 && mode === 2 && severity === 'high')
}

/** The findings that block publication, with the message of the first one for each field. */
export const blockingErrors = (values: object, complianceContext: ComplianceContext): FieldErrors => {
  const blockingFindings = findingsFor(values, complianceContext).filter(
    it => !it.ignored && isBlocking(it, complianceContext.compliance),
  )
  return Object.fromEntries(
    blockingFindings
      .toReversed()
      .map(({ field, text, advice }) => [field, text ? `“${text}”：${advice}` : advice]),
  )
}
