import { type Field, type Fields } from '../../../resources/kit/index.ts'
import type { MarkupSet } from '../../../resources/domain/markup.ts'
import { isPlainObject } from '../../../resources/kit/objects.ts'
import { runMarkupTask } from './markupThread.ts'

/** Sanitises HTML: everything outside the field's allow-list is removed, its text stays. */
export const cleanRichText = (html: string, set: MarkupSet = 'basic') =>
  runMarkupTask('cleanMarkup', html, set)

/** The words of sanitised HTML, for searching and comparing. */
export const richTextWords = (html: string) => runMarkupTask('wordsOf', html)

/**
 * The paragraphs that only one of two rich texts has, so that the log of a long text is only as long as the
 * change.
 */
export const changedParagraphs = (before: string, after: string) =>
  runMarkupTask('paragraphsChanged', before, after)

const cleanValue = async (field: Field, value: unknown): Promise<unknown> => {
  if ('allows' in field && typeof value === 'string') return cleanRichText(value, field.allows)
  const fields = 'fields' in field ? field.fields : undefined
  if (!fields || !Array.isArray(value)) return value
  return Promise.all(value.map((row: unknown) => (isPlainObject(row) ? cleanInput(fields, row) : row)))
}

/** The input with its rich-text fields sanitised. */
export const cleanInput = async <I extends object>(fields: Fields, input: I): Promise<I> =>
  Object.fromEntries(
    await Promise.all(
      Object.entries(input).map(async ([name, value]) => {
        const field = Object.hasOwn(fields, name) ? fields[name] : undefined
        return [name, field ? await cleanValue(field, value) : value] as const
      }),
    ),
    // The result has the same names with values of the same types.
  ) as I
