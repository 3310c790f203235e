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

/** Calls for English drafts of a Chinese card's content, which are shown but not stored. */
export const englishDraftCalls = {
  /** Whether the firm offers drafts, and whether they are made by the translation service or by the glossary alone. */
  englishDraftState: getCall(
    '/lawyer/card/englishDraft',
    'card.edit',
    () => emptyInput,
    () => z.object({ isOn: flag, usesProvider: flag }),
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
