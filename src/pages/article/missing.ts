import { isBlank } from '../../../resources/domain/sameness.ts'
import { applies } from '../../../resources/articles/applies.ts'
import { submissionErrors } from '../../../resources/articles/index.ts'
import type { Fields } from '../../../resources/kit/index.ts'

type Values = Readonly<Record<string, unknown>>

/** Fields without which an article as it stands can be saved and not be submitted. */
export const neededToSubmit = (fields: Fields, values: Values): string[] =>
  Object.keys(fields).filter(
    name => applies(name, values) && name in submissionErrors({ ...values, [name]: null }, null),
  )

/** What keeps an article from being submitted, by its labels. Where a link may lead the server knows. */
export const missingIn = (fields: Fields, values: Values): string[] => {
  const needed = neededToSubmit(fields, values)
  return Object.entries(fields)
    .filter(([name, field]) => applies(name, values) && (field.isRequired || needed.includes(name)))
    .filter(([name]) => isBlank(values[name]))
    .map(([, field]) => field.label)
}

/** It is published then, not at once. */
export const isAhead = (timestamp: unknown) =>
  typeof timestamp === 'string' && Date.parse(timestamp) > Date.now()
