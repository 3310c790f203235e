import type { FieldErrors } from '../resources/kit/codes.ts'

/** An answer without a code: another program's, or a proxy's page (specification, section 8). */
export const nonStandard = { code: '-99', message: 'server returned non-standard content' }
/** No answer at all. */
export const unreachable = { code: '-1', message: '服务异常' }

type Failure = { code: string; message: string; data?: unknown; requestId?: string | undefined }

const isRecord = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null

const fieldErrorsIn = (data: unknown) =>
  isRecord(data) && isRecord(data['errors']) ? { errors: data['errors'] as FieldErrors } : {}

/** The answer is no. `status` and `body` are what react-admin reads of its own HttpError to mark wrong fields. */
export class CallError extends Error {
  override name = 'CallError'
  readonly code: string
  readonly data: unknown
  readonly requestId: string | undefined
  readonly status: number
  readonly body: { errors?: FieldErrors }
  constructor({ code, message, data, requestId }: Failure) {
    super(message)
    this.code = code
    this.data = data
    this.requestId = requestId
    this.status = Number(code)
    this.body = fieldErrorsIn(data)
  }
}

/** The error as a sentence for the user. */
export const sentenceOf = (error: unknown) => {
  if (!(error instanceof CallError)) return '页面出了点问题,请刷新后重试'
  return error.code === nonStandard.code ? '服务器返回了非标准内容' : error.message
}

const parse = (text: string): unknown => {
  try {
    return JSON.parse(text)
  } catch {
    return null
  }
}

/** What the answer carries; anything but the code '200' is thrown. */
export const open = (text: string, isOk: boolean): unknown => {
  const body = parse(text)
  const code = isRecord(body) ? body['code'] : undefined
  if (!isRecord(body) || (typeof code !== 'string' && typeof code !== 'number'))
    throw new CallError(isOk ? nonStandard : unreachable)
  if (String(code) === '200') return body['data']
  const { message, data, requestId } = body
  throw new CallError({
    code: String(code),
    message: typeof message === 'string' && message !== '' ? message : '操作未成功,请稍后再试',
    data,
    requestId: typeof requestId === 'string' ? requestId : undefined,
  })
}
