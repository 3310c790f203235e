import type { FieldValues, UseFormSetError } from 'react-hook-form'

import type { FieldErrors } from '../../../resources/domain/codes.ts'
import { formPath } from '../../fields/resolver.ts'

/** Shows the server's messages at their fields and focuses the first one. */
export const showServerErrors = (setError: UseFormSetError<FieldValues>, errors: FieldErrors) => {
  for (const [index, [name, message]] of Object.entries(errors).entries())
    setError(formPath(name), { type: 'server', message }, { shouldFocus: index === 0 })
}
