import type { CardContent, CardField } from './content.ts'

/** What each part counts, 100 in all with the English version (domain.md §6.2). */
const parts: readonly (readonly [field: CardField, weight: number])[] = [
  ['intro', 20],
  ['avatar', 15],
  ['professions', 15],
  ['education', 10],
  ['work', 10],
  ['mobile', 10],
  ['honours', 5],
  ['workingLanguages', 5],
  ['cases', 5],
]
export const englishWeight = 5

const isFilled = (value: unknown) => (Array.isArray(value) ? value.length > 0 : Boolean(value))

/** 完整度, 0 to 100. */
export const completenessOf = (content: Partial<CardContent>, hasEnglish: boolean) =>
  parts.reduce(
    (sum, [field, weight]) => sum + (isFilled(content[field]) ? weight : 0),
    hasEnglish ? englishWeight : 0,
  )

/** What is still to be filled in, the weightiest first. */
export const missingParts = (content: Partial<CardContent>) =>
  parts.filter(([field]) => !isFilled(content[field]))
