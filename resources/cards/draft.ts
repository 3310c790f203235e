import { z } from 'zod'

import {
  deleteCall,
  emptyAnswer,
  getCall,
  mandateId,
  putCall,
  version,
  stripInvisible,
} from '../kit/index.ts'
import { allCardFields } from './fields.ts'

/** Key of a draft; its author follows from the session. A person has one card in each language. */
const draftKey = z.strictObject({ language: allCardFields.language.schema, mandateId })

/** Calls for the unsaved draft of a card by its lawyer or an assistant, to continue on another device. */
export const draftCalls = {
  draft: getCall(
    '/lawyer/card/draft',
    'card.submit',
    () => draftKey,
    () =>
      z.object({
        values: z.string().nullable(),
        savedAt: z.string().nullable(),
        version: z.int().nullable(),
      }),
    { isAddition: true, inView: 'closed', isByMandate: true },
  ),
  /**
   * Stores a draft, without validation and without a log entry, as `articles.keepDraft` does. A newer draft than the
   * one of `since` with a different text is not overwritten (4090).
   */
  keepDraft: putCall(
    '/lawyer/card/draft',
    'card.submit',
    () =>
      draftKey.extend({
        values: z.string().max(200_000, { error: '草稿过长', abort: true }).overwrite(stripInvisible),
        version: version.optional(),
        since: z.iso.datetime({ offset: true }).nullish(),
      }),
    () => z.object({ savedAt: z.string(), version: z.int().nullable() }),
    { isAddition: true, inView: 'closed', isByMandate: true },
  ),
  dropDraft: deleteCall(
    '/lawyer/card/draft',
    'card.submit',
    () => draftKey,
    () => emptyAnswer,
    { isAddition: true, inView: 'closed', isByMandate: true },
  ),
}
