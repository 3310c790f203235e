import type { FieldValues, UseFormSetError } from 'react-hook-form'

import type { FieldErrors } from '../../resources/domain/codes.ts'
import { formPath } from '../fields/resolver.ts'

/** Puts what the server says against fields where they stand; the first gets the focus. */
export const showServerErrors = (setError: UseFormSetError<FieldValues>, errors: FieldErrors) => {
  for (const [index, [name, message]] of Object.entries(errors).entries())
    setError(formPath(name), { type: 'server', message }, { shouldFocus: index === 0 })
}
