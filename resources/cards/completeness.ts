import { type CompletenessWeights, defaultWeights } from '../domain/completeness.ts'
import { entriesOf } from '../kit/index.ts'
import type { CardContent, CardField } from './content.ts'

/** The card field behind each weighted part, except the English card. */
const fieldsByPart = {
  intro: 'intro',
  avatar: 'avatar',
  professions: 'professions',
  education: 'education',
  work: 'work',
  contact: 'mobile',
  honours: 'honours',
  languages: 'workingLanguages',
  cases: 'cases',
} as const satisfies Record<string, CardField>
const parts = entriesOf(fieldsByPart)

/** Each field with its weight. */
export const weightsByField = (weights: CompletenessWeights) =>
  parts.map(([part, field]) => [field, weights[part]] as const)

const isFilled = (value: unknown) => (Array.isArray(value) ? value.length > 0 : Boolean(value))

/** The completeness of a card (完整度), from 0 to 100. */
export const completenessOf = (
  content: Partial<CardContent>,
  hasEnglish: boolean,
  weights: CompletenessWeights = defaultWeights,
) =>
  Math.min(
    100,
    weightsByField(weights).reduce(
      (sum, [field, weight]) => sum + (isFilled(content[field]) ? weight : 0),
      hasEnglish ? weights.english : 0,
    ),
  )

/** Missing parts of a card, the heaviest first. */
export const missingParts = (content: Partial<CardContent>, weights: CompletenessWeights) =>
  weightsByField(weights)
    .toSorted(([, a], [, b]) => b - a)
    .filter(([field, weight]) => weight > 0 && !isFilled(content[field]))
