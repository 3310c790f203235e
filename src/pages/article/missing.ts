import { isBlank } from '../../../resources/domain/sameness.ts'
import { isFieldApplicable } from '../../../resources/articles/isFieldApplicable.ts'
import { submissionErrors } from '../../../resources/articles/index.ts'
import type { Field, Fields } from '../../../resources/kit/index.ts'
import { isPlainObject } from '../../../resources/kit/objects.ts'

type Values = Readonly<Record<string, unknown>>

/** Paths of fields, such as `caseInfo.cause`, that may be empty in a draft but are required for submitting. */
export const requiredToSubmit = (fields: Fields, values: Values): string[] =>
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

/** Labels of empty fields that are required for submitting. Link targets are checked by the server only. */
export const missingArticleFields = (fields: Fields, values: Values): string[] => {
  const needed = requiredToSubmit(fields, values)
  return Object.entries(fields)
    .filter(([name]) => isFieldApplicable(name, values))
    .flatMap(([name, { isRequired }]) => [
      ...(isRequired ? [name] : []),
      ...needed.filter(path => (path === name && !isRequired) || path.startsWith(`${name}.`)),
    ])
    .filter(path => isBlank(valueAt(values, path)))
    .flatMap(path => fieldAt(fields, path)?.label ?? [])
}

/** Whether a publication date is in the future. */
export const isInFuture = (timestamp: unknown) =>
  typeof timestamp === 'string' && Date.parse(timestamp) > Date.now()
