import { firmYear } from '../../../resources/kit/firmTime.ts'
import type { FieldErrors } from '../../../resources/domain/codes.ts'
import { findingsIn, type CompliancePerson } from '../../../resources/domain/compliance.ts'
import { type Finding, type IgnoredFinding, isSameFinding } from '../../../resources/domain/finding.ts'
import { type RuleId, ruleCatalogue } from '../../../resources/domain/ruleCatalogue.ts'
import { fromKeys, keysOf } from '../../../resources/kit/objects.ts'
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

const ruleIds = keysOf(ruleCatalogue)

const withAllowance = (found: Finding, ignored: readonly IgnoredFinding[]): Finding => {
  const allowed = ignored.find(it => isSameFinding(it, found))
  return allowed ? { ...found, ignored: { reason: allowed.reason, by: allowed.by, at: allowed.at } } : found
}

/** Whether a rule finds anything. */
const isActive = ({ mode, rules }: Compliance, rule: RuleId) => mode !== 0 && rules[rule] !== 1

const findingsOf = (
  values: object,
  { now, person, ignored = [] }: ComplianceContext,
  isOn: (rule: RuleId) => boolean,
): Finding[] =>
  ruleIds.some(isOn)
    ? findingsIn({ ...values }, firmYear(now), person, isOn).map(it => withAllowance(it, ignored))
    : []

/** The findings of all active rules, or of the given ones whatever the settings say of them. */
export const findingsFor = (
  values: object,
  context: ComplianceContext,
  only?: readonly RuleId[],
): Finding[] =>
  findingsOf(values, context, rule => only?.includes(rule) ?? isActive(context.compliance, rule))

const isBlocking = ({ mode, rules }: Compliance, rule: RuleId) =>
  mode !== 0 &&
  (rules[rule] === 3 || (rules[rule] === 0 && mode === 2 && ruleCatalogue[rule].severity === 'high'))

/** The findings that block publication, with the message of the first one for each field. */
export const blockingErrors = (values: object, context: ComplianceContext): FieldErrors => {
  const blockingFindings = findingsOf(values, context, rule => isBlocking(context.compliance, rule))
  return Object.fromEntries(
    blockingFindings
      .filter(it => !it.ignored)
      .toReversed()
      .map(({ field, text, advice }) => [field, text ? `“${text}”：${advice}` : advice]),
  )
}

/** The rules that find something, or block, under the first settings and not under the others. */
export const rulesOnlyIn = (what: 'active' | 'blocking', one: Compliance, other: Compliance): RuleId[] => {
  const holds = what === 'active' ? isActive : isBlocking
  return ruleIds.filter(rule => holds(one, rule) && !holds(other, rule))
}

/** Settings under which only these rules find anything, and block. */
export const onlyBlocking = (rules: readonly RuleId[]): Compliance => ({
  mode: 1,
  rules: fromKeys(ruleIds, rule => (rules.includes(rule) ? 3 : 1)),
})
