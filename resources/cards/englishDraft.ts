import { z } from 'zod'

import { documentSchema, emptyInput, flag, getCall, id, postCall } from '../kit/index.ts'
import { cardContent } from './content.ts'

/** The fields with words of which an English draft can be made. */
export const draftableFields = [
  'titles',
  'team',
  'addressOverride',
  'industries',
  'admissions',
  'slogan',
  'intro',
  'education',
  'work',
  'social',
  'honours',
  'publications',
  'cases',
] as const satisfies readonly (keyof typeof cardContent)[]

const han = /\p{Script=Han}/u
const latin = /\p{Script=Latin}/u

/** The texts with Chinese characters in a value, in the order in which `replaceTexts` visits them. */
export const chineseTexts = (value: unknown): string[] => {
  if (typeof value === 'string') return han.test(value) ? [value] : []
  if (Array.isArray(value)) return value.flatMap(chineseTexts)
  return typeof value === 'object' && value !== null ? Object.values(value).flatMap(chineseTexts) : []
}

/** The value with each Chinese text replaced. */
export const replaceTexts = (value: unknown, replacement: (text: string) => string): unknown => {
  if (typeof value === 'string') return han.test(value) ? replacement(value) : value
  if (Array.isArray(value)) return value.map(item => replaceTexts(item, replacement))
  if (typeof value !== 'object' || value === null) return value
  return Object.fromEntries(
    Object.entries(value).map(([name, item]) => [name, replaceTexts(item, replacement)]),
  )
}

/** Whether at least one of the drafts has become English; a draft that repeats its Chinese text is none. */
export const hasEnglish = (texts: readonly string[], drafts: readonly string[]) =>
  drafts.some((draft, index) => draft !== texts[index] && latin.test(draft))

/** Calls for English drafts of a Chinese card's content, which are shown but not stored. */
export const englishDraftCalls = {
  /**
   * Whether the firm offers drafts, and whether they are made by the translation service or by the glossary alone; in
   * the latter case `terms` are the Chinese terms of the glossary, without which a text has no draft.
   */
  englishDraftState: getCall(
    '/lawyer/card/englishDraft',
    'card.edit',
    () => emptyInput,
    () => z.object({ isOn: flag, usesProvider: flag, terms: z.array(z.string()).optional() }),
    { isAddition: true },
  ),
  /** Makes a draft of one field of a Chinese card; `content` has only this field. */
  makeEnglishDraft: postCall(
    '/lawyer/card/englishDraft/{id}',
    'card.edit',
    () => z.strictObject({ id, field: z.enum(draftableFields) }),
    () => z.object({ content: documentSchema(cardContent).partial() }),
    { isAddition: true },
  ),
}
