import type { FieldErrors } from '../resources/domain/codes.ts'
import { isPlainObject } from '../resources/kit/objects.ts'
import type { Translate } from '../resources/kit/translate.ts'
import { chineseOf, restoreChinese } from './restoreChinese.ts'

// Promise Q63 (server/promises.md).

/** An answer without a code, from another program or a proxy (specification, section 8). */
export const nonStandardFailure = { code: '-99', message: 'server returned non-standard content' }
/** The requested record does not exist. */
export const notFoundFailure = { code: '4040', message: '这条记录不存在或已删除' }
/** There was no answer. */
export const unreachableFailure = { code: '-1', message: '服务异常' }
/** There was no answer, and the browser reports that it is offline. */
export const offlineFailure = { code: unreachableFailure.code, message: '网络已断开，请在恢复后重试' }

/**
 * The parts of a failure. `i18n` holds the keys of the message and of each field's error, if the back-end names them.
 */
type Failure = {
  code: string
  message: string
  data?: unknown
  requestId?: string | undefined
  i18n?: unknown
}

const isFieldErrors = (value: unknown): value is FieldErrors =>
  isPlainObject(value) && Object.values(value).every(it => typeof it === 'string')

const valueAt = (value: unknown, name: string) => (isPlainObject(value) ? value[name] : undefined)

const han = /\p{Script=Han}/u

/**
 * The Chinese text of a server's message, to be translated when it is drawn. Without a known key the message stays as
 * it came.
 */
const chineseMessage = (text: string, keyed: unknown) => {
  const chinese = chineseOf(keyed)
  return chinese !== undefined && han.test(chinese) ? chinese : text
}

const fieldErrorsIn = (data: unknown, keys: unknown) =>
  isPlainObject(data) && isFieldErrors(data['errors'])
    ? {
        errors: Object.fromEntries(
          Object.entries(data['errors']).map(([name, it]) => [name, chineseMessage(it, valueAt(keys, name))]),
        ),
      }
    : {}

/**
 * A failed call. `status` and `body` have the format of react-admin's HttpError, so that forms mark the wrong fields.
 * The messages are Chinese and are translated when they are drawn.
 */
export class CallError extends Error {
  override name = 'CallError'
  readonly code: string
  readonly data: unknown
  readonly requestId: string | undefined
  readonly status: number
  readonly body: { errors?: FieldErrors }
  /** Method and path of the call, for answers that do not say what went wrong. */
  call: string | undefined
  /** HTTP status; undefined if there was no answer. */
  httpStatus: number | undefined
  /** True if the call was made with the token of an earlier session. */
  isOfEarlierSession = false
  constructor({ code, message, data, requestId, i18n }: Failure) {
    super(chineseMessage(message, valueAt(i18n, 'message')))
    this.code = code
    this.data = data
    this.requestId = requestId
    this.status = Number(code)
    this.body = fieldErrorsIn(data, valueAt(i18n, 'errors'))
  }
}

/** The message of an error for the user. */
export const errorSentence = (error: unknown, translate: Translate) => {
  if (!(error instanceof CallError)) return translate('页面出了点问题，请刷新后重试')
  if (error.code !== nonStandardFailure.code) return translate(error.message)
  const sentence = translate('服务器返回了非标准内容')
  return import.meta.env?.DEV && error.call ? `${sentence}（${error.call}）` : sentence
}

const parse = (text: string): unknown => {
  try {
    return JSON.parse(text)
  } catch {
    return null
  }
}

/** HTTP statuses of a gateway whose server does not answer. */
const gatewayFailures = [502, 503, 504]

/**
 * Returns the data of an answer; throws a `CallError` for every code except '200'. `status` is the HTTP status,
 * `codeOf` translates the back-end's codes.
 */
export const openEnvelope = (text: string, status: number, codeOf = (code: string) => code): unknown => {
  try {
    return dataIn(text, status, codeOf)
  } catch (error) {
    if (error instanceof CallError) error.httpStatus = status
    throw error
  }
}

const dataIn = (text: string, status: number, codeOf: (code: string) => string): unknown => {
  const body = parse(text)
  const rawCode = isPlainObject(body) ? body['code'] : undefined
  if (!isPlainObject(body) || (typeof rawCode !== 'string' && typeof rawCode !== 'number'))
    throw new CallError(gatewayFailures.includes(status) ? unreachableFailure : nonStandardFailure)
  const code = codeOf(String(rawCode))
  if (code === '200') return restoreChinese(body['data'], valueAt(body['i18n'], 'data'))
  const { message = body['msg'], data, requestId, i18n } = body
  throw new CallError({
    code,
    message: typeof message === 'string' && message !== '' ? message : '操作未成功，请稍后再试',
    data,
    requestId: typeof requestId === 'string' ? requestId : undefined,
    i18n,
  })
}
