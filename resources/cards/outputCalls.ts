import { z } from 'zod'

import {
  countQuery,
  emptyInput,
  fileAnswer,
  getCall,
  id,
  postCall,
  putCall,
  reason,
  text,
  version,
} from '../kit/index.ts'
import { cardFilters, sortableColumns } from './filters.ts'
import { cardOutputInput } from './output.ts'

/** A template in base64, which is a third longer than the file of at most 500 KB. */
const templateContent = z.string().max(700_000, { error: '模板最大500KB，请减少图片', abort: true })
const templateName = text('文件名', { max: 100 }).schema
const wordTemplate = z.object({
  name: z.string().nullable(),
  version: z.int(),
  updatedAt: z.string().nullable(),
})

/** Calls that make files of cards, for one or for all of the list. */
export const outputCalls = {
  /**
   * A file made of a published card, such as its QR code (docs/domain.md §5). It never contains fields that the card's
   * visibility hides.
   */
  output: getCall(
    '/lawyer/card/output/{id}',
    'card.output',
    () => cardOutputInput,
    () => fileAnswer,
    { isAddition: true },
  ),
  /** The firm's template of Word files; without a name, the built-in one. */
  wordTemplate: getCall(
    '/lawyer/card/word/template',
    'conf.edit',
    () => emptyInput,
    () => wordTemplate,
    {
      isAddition: true,
    },
  ),
  /** The template as a Word file, to begin one of the firm's own with. */
  wordTemplateFile: getCall(
    '/lawyer/card/word/template/file',
    'conf.edit',
    () => emptyInput,
    () => fileAnswer,
    { isAddition: true },
  ),
  /** Replaces the template by a Word file in base64, or restores the built-in one. */
  saveWordTemplate: putCall(
    '/lawyer/card/word/template',
    'conf.edit',
    () => z.strictObject({ name: templateName.nullable(), content: templateContent, version }),
    () => wordTemplate,
    { isAddition: true },
  ),
  /** The cards in the filtered list as one Word file by the firm's template, in the order of the list. */
  word: postCall(
    '/lawyer/card/word',
    'card.output',
    () =>
      countQuery(cardFilters).extend({
        reason,
        ids: z.array(id).max(50).optional(),
        sortField: z.enum(sortableColumns).optional(),
        sortOrder: z.enum(['asc', 'desc']).optional(),
      }),
    () => fileAnswer,
    { isAddition: true },
  ),
  /** All files of the cards in the filtered list, as one archive. */
  outputs: postCall(
    '/lawyer/card/outputs',
    'card.output',
    () => countQuery(cardFilters).extend({ reason }),
    () => fileAnswer,
    { isAddition: true },
  ),
}
