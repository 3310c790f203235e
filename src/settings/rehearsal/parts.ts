import type { Fields } from '../../../resources/kit/index.ts'
import { keysOf } from '../../../resources/kit/objects.ts'
import { complianceRules } from '../../../resources/settings/complianceRules.ts'

/** The values of each part of the settings that decide about what people hand in. */
const rules = {
  review: [
    'cardReview',
    'keyFields',
    'articleReview',
    'l4Lawyer',
    'l4Card',
    'l3Article',
    'selfAudit',
    'compliance',
  ],
  promotion: keysOf(complianceRules.fields),
  cardPage: ['policy', 'requiredFields', 'officeTemplates'],
} as const satisfies Record<string, readonly string[]>
export type RehearsedPart = keyof typeof rules

const isEmptyList = (value: unknown) => Array.isArray(value) && value.length === 0

/** The values in a form as the call takes them: JSON of those that are rules. */
export const rehearsedValues = (
  part: RehearsedPart,
  fields: Fields,
  values: Readonly<Record<string, unknown>>,
) =>
  JSON.stringify(
    Object.fromEntries(
      rules[part].map(name => {
        const value = values[name]
        const isNone = isEmptyList(value) && fields[name]?.isRequired === false
        return [name, isNone ? null : (value ?? null)]
      }),
    ),
  )
