import { type Code, codes, type FieldErrors } from '../../resources/domain/codes.ts'

/** A refusal whose reason the caller may know. Any other thrown error is answered as 5000. */
export class ApiError extends Error {
  readonly code: Code
  readonly data: unknown
  constructor(code: Code, message: string = codes[code], data: unknown = {}) {
    super(message)
    this.code = code
    this.data = data
  }
}

/** 4220 with an error message for each wrong field. */
export class ValidationError extends ApiError {
  readonly errors: FieldErrors
  constructor(errors: FieldErrors) {
    super('4220', undefined, { errors })
    this.errors = errors
  }
}
export const invalid = (errors: FieldErrors) => new ValidationError(errors)

type Issues = { issues: readonly { path: readonly PropertyKey[]; message: string }[] }
/** The first validation error of a document, as one line with its path. */
export const firstIssue = ({ issues }: Issues) => {
  const [first = ''] = issues.map(({ path, message }) => [...path.map(String), message].join('：'))
  return first
}

/** 4040: the record does not exist or is out of scope; the answer does not say which. */
export const notFound = () => new ApiError('4040')

/** 4091: the state of the record does not allow this. */
export const wrongState = (from: unknown, allowed: readonly unknown[], message?: string) =>
  new ApiError('4091', message, { from, allowed })

/** 4030 in a view of another account: it is read-only, and some of the account's data stays closed. */
export const viewRefusal = () =>
  new ApiError('4030', '正在以他人的视角查看，不能执行此操作', { need: 'view', scope: null })

/** 4030 for a program with an API token, where a person must sign in. */
export const programRefusal = (need: string) =>
  new ApiError('4030', '接口令牌不能调用此接口，请登录后操作', { need, scope: null })

/** Answered with HTTP status 415 in the usual envelope. */
export class WrongMediaType extends Error {}
