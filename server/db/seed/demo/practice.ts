import { corporatePractices } from './practiceCorporate.ts'
import { disputePractices } from './practiceDisputes.ts'
import { industryPractices } from './practiceIndustry.ts'
import { regulatoryPractices } from './practiceRegulatory.ts'

/** The words of one field of practice; no clients, no sums, no comparisons (domain.md §8). */
export type Practice = {
  /** As it reads in a sentence. */
  label: string
  labelEn: string
  team: string
  /** Main one first, as fixtures name them. */
  professions: readonly [string, ...string[]]
  industries: readonly string[]
  bodies: readonly [string, ...string[]]
  bodyEn: string
  slogans: readonly [string, ...string[]]
  cases: readonly string[]
  casesEn: readonly string[]
  publications: readonly string[]
}

export const practices = {
  ...corporatePractices,
  ...disputePractices,
  ...industryPractices,
  ...regulatoryPractices,
} as const

export type PracticeKey = keyof typeof practices
