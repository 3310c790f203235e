import { z } from 'zod'

import { type Field, type Fields, flag, sentence, traitsOf } from '../kit/index.ts'

/** Whether its values are the product's words, and not what somebody wrote. */
export const isWordedField = (field: Field): boolean => {
  const { isWorded = false } = traitsOf(field)
  if (isWorded !== 'asItsParts') return isWorded
  return 'fields' in field && field.fields !== undefined && Object.values(field.fields).every(isWordedField)
}

/** Whether what was before and is after are the product's words; a switch of the application has no field. */
export const isWorded = (fields: Fields | undefined, name: string) => {
  const field = fields?.[name]
  return (field !== undefined && isWordedField(field)) || name.includes('FuncSwitch.')
}

const value = () => sentence(it => it['isWorded'] === 1)

/** One field that differs, as a person reads it. */
export const change = z.object({
  field: z.string(),
  label: sentence(),
  before: value(),
  after: value(),
  isWorded: flag.optional(),
})

type Told = { field: string; label: string; before?: unknown; after?: unknown }

/** What differs in these fields, as it is answered. */
export const changesOf = (fields: Fields | undefined, diff: readonly Told[]): z.output<typeof change>[] =>
  diff.map(({ field, label, before, after }) => ({
    field,
    label,
    before: String(before),
    after: String(after),
    ...(isWorded(fields, field) && { isWorded: 1 }),
  }))
