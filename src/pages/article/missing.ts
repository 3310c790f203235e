import { isBlank } from '../../../resources/domain/sameness.ts'
import { isFieldApplicable } from '../../../resources/articles/isFieldApplicable.ts'
import { submissionErrors } from '../../../resources/articles/index.ts'
import type { Field, Fields } from '../../../resources/kit/index.ts'
import { isPlainObject } from '../../../resources/kit/objects.ts'

type Values = Readonly<Record<string, unknown>>

/** Fields, and parts of them (`caseInfo.cause`), without which an article as it stands can be saved and not be submitted. */
export const neededToSubmit = (fields: Fields, values: Values): string[] =>
  Object.keys(fields)
    .filter(name => isFieldApplicable(name, values))
    .flatMap(name =>
      Object.keys(submissionErrors({ ...values, [name]: null }, null)).filter(
        path => path === name || path.startsWith(`${name}.`),
      ),
    )

const fieldAt = (fields: Fields, path: string): Field | undefined => {
  const [name = '', part] = path.split('.')
  const field = fields[name]
  return part === undefined ? field : field && 'fields' in field ? field.fields?.[part] : undefined
}

const valueAt = (values: Values, path: string) => {
  const [name = '', part] = path.split('.')
  const value = values[name]
  return part === undefined ? value : isPlainObject(value) ? value[part] : null
}

/** What keeps an article from being submitted, by its labels. Where a link may lead the server knows. */
export const missingArticleFields = (fields: Fields, values: Values): string[] => {
  const needed = neededToSubmit(fields, values)
  return Object.entries(fields)
    .filter(([name]) => isFieldApplicable(name, values))
    .flatMap(([name, { isRequired }]) => [
      ...(isRequired ? [name] : []),
      ...needed.filter(path => (path === name && !isRequired) || path.startsWith(`${name}.`)),
    ])
    .filter(path => isBlank(valueAt(values, path)))
    .flatMap(path => fieldAt(fields, path)?.label ?? [])
}

/** It is published then, not at once. */
export const isAhead = (timestamp: unknown) =>
  typeof timestamp === 'string' && Date.parse(timestamp) > Date.now()
