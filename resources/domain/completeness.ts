/**
 * The weight of each part of a card in its completeness, by the names of the card page's settings. These values apply
 * until the firm publishes others (docs/domain.md §6.2).
 */
export const defaultWeights = {
  avatar: 15,
  intro: 20,
  professions: 15,
  education: 10,
  work: 10,
  contact: 10,
  honours: 5,
  languages: 5,
  cases: 5,
  english: 5,
} as const
export type CompletenessWeights = Readonly<Record<keyof typeof defaultWeights, number>>
