import { ApiError } from '../../context/apiError.ts'

/** Why a request was refused, in the words of RFC 7644, table 9. */
export type ScimType =
  | 'invalidFilter'
  | 'invalidPath'
  | 'invalidSyntax'
  | 'invalidValue'
  | 'mutability'
  | 'noTarget'
  | 'tooMany'
  | 'uniqueness'

/** A refusal with the HTTP status and the type of RFC 7644, §3.12. */
export class ScimError extends ApiError {
  readonly status: 400 | 404 | 405 | 409 | 412 | 413 | 415 | 501
  readonly scimType: ScimType | undefined
  constructor(status: ScimError['status'], message: string, scimType?: ScimType) {
    super(status === 409 ? '4092' : status === 404 ? '4040' : '4000', message)
    this.status = status
    this.scimType = scimType
  }
}

export const badRequest = (scimType: ScimType, message: string) => new ScimError(400, message, scimType)

export const notUnique = (message: string) => new ScimError(409, message, 'uniqueness')

export const noSuchUser = () => new ScimError(404, '没有这个用户')
