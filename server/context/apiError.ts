import { type Code, codes, type FieldErrors } from '../../resources/domain/codes.ts'

/** The answer is no, for a reason the caller may know. Anything else that is thrown is a 5000. */
export class ApiError extends Error {
  readonly code: Code
  readonly data: unknown
  constructor(code: Code, message: string = codes[code], data: unknown = {}) {
    super(message)
    this.code = code
    this.data = data
  }
}

/** 4220: what is wrong, at each field. */
export class ValidationError extends ApiError {
  readonly errors: FieldErrors
  constructor(errors: FieldErrors) {
    super('4220', undefined, { errors })
    this.errors = errors
  }
}
export const invalid = (errors: FieldErrors) => new ValidationError(errors)

type Issues = { issues: readonly { path: readonly PropertyKey[]; message: string }[] }
/** The first thing that is wrong with a document, for one sentence about it. */
export const firstIssue = ({ issues }: Issues) => {
  const [first = ''] = issues.map(({ path, message }) => [...path.map(String), message].join('：'))
  return first
}

/** 4040: it does not exist or is out of scope; the answer does not say which. */
export const missing = () => new ApiError('4040')

/** 4091: the state does not allow this. */
export const wrongState = (from: unknown, allowed: readonly unknown[], message?: string) =>
  new ApiError('4091', message, { from, allowed })

/** Answered with its own HTTP status, in the same envelope. */
export class WrongMediaType extends Error {}
