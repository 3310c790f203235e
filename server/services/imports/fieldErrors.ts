import type { z } from 'zod'

import type { FieldErrors } from '../../../resources/domain/codes.ts'

/** The first error of each field of a row. */
export const importRowErrors = ({ issues }: z.ZodError): FieldErrors => {
  const errors: FieldErrors = {}
  for (const issue of issues) {
    const names = issue.code === 'unrecognized_keys' ? issue.keys : [String(issue.path[0] ?? '')]
    for (const name of names)
      errors[name] ??= issue.code === 'unrecognized_keys' ? '无法识别的字段' : issue.message
  }
  return errors
}

/** The error for a value that an earlier row has already. */
export const repeatedSentence = (first: number, label: string) => `与第${first}行的${label}重复`
