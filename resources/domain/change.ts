import { z } from 'zod'

import { type Field, type Fields, flag, sentence, kindOf } from '../kit/index.ts'

/** Whether the values of a field are words of the product, and not texts that people wrote. */
export const isWordedField = (field: Field): boolean => {
  const { isWorded = false } = kindOf(field)
  if (isWorded !== 'asItsParts') return isWorded
  return 'fields' in field && field.fields !== undefined && Object.values(field.fields).every(isWordedField)
}

/**
 * Whether the old and the new value are words of the product. Switches of the application configuration have no field
 * but are such words.
 */
export const isWorded = (fields: Fields | undefined, name: string) => {
  const field = fields?.[name]
  return (field !== undefined && isWordedField(field)) || name.includes('FuncSwitch.')
}

const value = () => sentence(it => it['isWorded'] === 1)

/** One changed field, with its values as text. */
export const fieldChange = z.object({
  field: z.string(),
  label: sentence(),
  before: value(),
  after: value(),
  isWorded: flag.optional(),
})

/** A difference; `isWorded` is for one that no field describes. */
export type FieldDifference = {
  field: string
  label: string
  before?: unknown
  after?: unknown
  isWorded?: 1
}

/** Changed fields in the format of the answer. */
export const changesOf = (
  fields: Fields | undefined,
  diff: readonly FieldDifference[],
): z.output<typeof fieldChange>[] =>
  diff.map(({ field, label, before, after, isWorded: isWordedItself }) => ({
    field,
    label,
    before: String(before),
    after: String(after),
    ...((isWordedItself || isWorded(fields, field)) && { isWorded: 1 }),
  }))
