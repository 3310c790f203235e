import { sql } from 'drizzle-orm'

import { type CardField, cardFields, type Policy } from '../../../resources/cards/index.ts'
import type { CompletenessWeights } from '../../../resources/domain/completeness.ts'
import { mpCard } from '../../../resources/settings/mpCard.ts'
import { mpInitial } from '../../../resources/settings/mpInitial.ts'
import type { CompliancePerson } from '../../../resources/domain/compliance.ts'
import type { IgnoredFinding } from '../../../resources/domain/finding.ts'
import { positions } from '../../db/tables.ts'
import {
  type Compliance,
  complianceColumns,
  type ComplianceFacts,
  complianceFromFacts,
} from '../compliance/compliance.ts'
import {
  effectiveTemplate,
  officeTemplate,
  type OfficeTemplate,
  publishedPage,
} from '../offices/cardTemplate.ts'
import { effectiveSetting, storedSettingValues } from '../settings/firmSettings.ts'

const { policy, requiredFields, completenessWeights, officeTemplates } = mpCard.fields
const cardPageFields = { policy, requiredFields, completenessWeights, officeTemplates }

/** The firm's settings that apply to a card: 审核权限, and the card page's field rules and weights. */
export type CardRules = {
  /**
   * 1: every change by a lawyer is reviewed, 2: only changes of key fields, 0: none (specification, section
   * 3).
   */
  cardReview: 0 | 1 | 2
  keyFields: readonly string[]
  selfAudit: boolean
  policy: Partial<Record<CardField, Policy>>
  /** What the office of the card says; null without a template. */
  template: {
    office: string
    layout: ReturnType<typeof effectiveTemplate>['layout']
    required: readonly CardField[]
    locked: readonly CardField[]
  } | null
  /** Fields without which a card cannot be published. */
  required: readonly CardField[]
  weights: CompletenessWeights
  compliance: Compliance
  person: CompliancePerson
  /** The codes of the firm's positions that only a registered partner may have. */
  partnerCodes: readonly string[]
  /** Findings of the promotion rules that have been allowed. */
  ignored: readonly IgnoredFinding[]
  now: Date
}

/** The firm's facts about the person, for the promotion rules. */
export const personSql = sql<CompliancePerson>`jsonb_build_object('personType', lawyers.person_type, 'practiceType', lawyers.practice_type,
  'firstPractisedYear', lawyers.first_practised_year, 'isRegisteredPartner', lawyers.is_registered_partner,
  'assessments', lawyers.assessments)`
export const partnerCodesOf = (firmId: number) =>
  sql<string[]>`array(select ${positions.postCode} from ${positions}
    where ${positions.firmId} = ${firmId} and ${positions.isPartner} = 1)`

/** All facts for the rules, as columns to select beside a lawyer's row. */
export const ruleColumns = (firmId: number) => ({
  ...complianceColumns(firmId),
  cardPage: publishedPage(firmId),
  // As text, like the facts about the person: in a select from one table Drizzle omits the table's name.
  officeTemplate: officeTemplate(firmId, sql`lawyers.organization_id`),
  person: personSql,
  partnerCodes: partnerCodesOf(firmId),
})
export type RuleFacts = ComplianceFacts & {
  cardPage: unknown
  officeTemplate: OfficeTemplate | null
  person: CompliancePerson
  partnerCodes: string[]
  /** The ignored findings of the card, where there is one. */
  ignored?: readonly IgnoredFinding[]
}

const levels: Readonly<Record<number, 'review' | 'locked' | undefined>> = { 2: 'review', 3: 'locked' }

export const cardRulesFrom = (
  {
    review,
    promotionRules,
    cardPage,
    officeTemplate: stored,
    person: personFacts,
    partnerCodes,
    ignored = [],
  }: RuleFacts,
  now: Date,
): CardRules => {
  const settings = effectiveSetting('cardReview', review)
  const page = storedSettingValues({ fields: cardPageFields, ...mpInitial.card }, cardPage)
  const { office, layout, level, isLockedByOffice, required, requiredByOffice } = effectiveTemplate(
    page,
    stored,
  )
  const policies = cardFields.flatMap(field => {
    const fieldPolicy = levels[level(field)]
    return fieldPolicy ? [[field, fieldPolicy] as const] : []
  })
  return {
    cardReview: settings.cardReview,
    keyFields: settings.keyFields ?? [],
    selfAudit: settings.selfAudit === 1,
    policy: Object.fromEntries(policies),
    template:
      office === null
        ? null
        : {
            office,
            layout,
            required: cardFields.filter(field => requiredByOffice.some(it => it === field)),
            locked: cardFields.filter(isLockedByOffice),
          },
    required: cardFields.filter(field => field === 'name' || required.some(it => it === field)),
    weights: page.completenessWeights,
    compliance: complianceFromFacts({ review, promotionRules }),
    person: personFacts,
    partnerCodes,
    ignored,
    now,
  }
}
