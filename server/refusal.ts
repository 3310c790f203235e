import { type Code, codes, type FieldErrors } from '../resources/kit/codes.ts'

/** The answer is no, for a reason the caller may know. Anything else that is thrown is a 5000. */
export class Refusal extends Error {
  readonly code: Code
  readonly data: unknown
  constructor(code: Code, message: string = codes[code], data: unknown = {}) {
    super(message)
    this.code = code
    this.data = data
  }
}

/** 4220: what is wrong, at each field. */
export const invalid = (errors: FieldErrors) => new Refusal('4220', undefined, { errors })

/** 4040: not there, or not yours; the two are never told apart. */
export const missing = () => new Refusal('4040')

/** 4091: the state does not allow this. */
export const wrongState = (from: unknown, allowed: readonly unknown[], message?: string) =>
  new Refusal('4091', message, { from, allowed })
