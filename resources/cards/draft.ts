import { z } from 'zod'

import { del, done, get, put, version, visible } from '../kit/index.ts'
import { allCardFields } from './fields.ts'

/** Whose draft it is the session says; a person has one card in each language. */
const ofDraft = z.strictObject({ language: allCardFields.language.schema })

/** What a lawyer is writing on his own card and has not saved, so that another device goes on with it. */
export const draftCalls = {
  draft: get(
    '/lawyer/card/draft',
    'card.submit',
    () => ofDraft,
    () =>
      z.object({
        values: z.string().nullable(),
        savedAt: z.string().nullable(),
        version: z.int().nullable(),
      }),
    { isAddition: true },
  ),
  /** As `articles.keepDraft`: unchecked and unlogged; one with another text than `since` names is not overwritten (4090). */
  keepDraft: put(
    '/lawyer/card/draft',
    'card.submit',
    () =>
      ofDraft.extend({
        values: z.string().max(200_000, { error: '草稿过长', abort: true }).overwrite(visible),
        version: version.optional(),
        since: z.iso.datetime({ offset: true }).nullish(),
      }),
    () => z.object({ savedAt: z.string(), version: z.int().nullable() }),
    { isAddition: true },
  ),
  dropDraft: del(
    '/lawyer/card/draft',
    'card.submit',
    () => ofDraft,
    () => done,
    { isAddition: true },
  ),
}
