import type { FieldErrors } from '../resources/domain/codes.ts'
import { isPlain } from '../resources/kit/objects.ts'
import type { Translate } from '../resources/kit/translate.ts'
import { chineseOf, neutral } from './neutral.ts'

// Promise Q63 (server/promises.md).

/** An answer without a code: another program's, or a proxy's page (specification, section 8). */
export const nonStandard = { code: '-99', message: 'server returned non-standard content' }
/** A record was asked for, and there is none. */
export const notFound = { code: '4040', message: '这条记录不存在或已删除' }
/** No answer at all. */
export const unreachable = { code: '-1', message: '服务异常' }
/** The same, where the browser knows why. */
export const offline = { code: unreachable.code, message: '网络已断开，请在恢复后重试' }

/** `i18n` holds the keys of the message and of each field's error, where a back-end names them. */
type Failure = {
  code: string
  message: string
  data?: unknown
  requestId?: string | undefined
  i18n?: unknown
}

const isFieldErrors = (value: unknown): value is FieldErrors =>
  isPlain(value) && Object.values(value).every(it => typeof it === 'string')

const at = (value: unknown, name: string) => (isPlain(value) ? value[name] : undefined)

const han = /\p{Script=Han}/u

/** The Chinese of what a server says, to be translated where it is drawn; without a key of this product as it came. */
const untranslated = (text: string, keyed: unknown) => {
  const chinese = chineseOf(keyed)
  return chinese !== undefined && han.test(chinese) ? chinese : text
}

const fieldErrorsIn = (data: unknown, keys: unknown) =>
  isPlain(data) && isFieldErrors(data['errors'])
    ? {
        errors: Object.fromEntries(
          Object.entries(data['errors']).map(([name, it]) => [name, untranslated(it, at(keys, name))]),
        ),
      }
    : {}

/**
 * The answer is no. `status` and `body` are what react-admin reads of its own HttpError to mark wrong fields. The messages
 * are Chinese texts, which are translated where they are drawn.
 */
export class CallError extends Error {
  override name = 'CallError'
  readonly code: string
  readonly data: unknown
  readonly requestId: string | undefined
  readonly status: number
  readonly body: { errors?: FieldErrors }
  /** Method and path of the call, where the answer says too little to know what went wrong. */
  call: string | undefined
  /** Of HTTP, where there was an answer. */
  httpStatus: number | undefined
  /** The call was made with the token of a session that has been followed by another. */
  isOfEarlierSession = false
  constructor({ code, message, data, requestId, i18n }: Failure) {
    super(untranslated(message, at(i18n, 'message')))
    this.code = code
    this.data = data
    this.requestId = requestId
    this.status = Number(code)
    this.body = fieldErrorsIn(data, at(i18n, 'errors'))
  }
}

/** The error as a sentence for the user. */
export const sentenceOf = (error: unknown, translate: Translate) => {
  if (!(error instanceof CallError)) return translate('页面出了点问题，请刷新后重试')
  if (error.code !== nonStandard.code) return translate(error.message)
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

/** Said by what stands before a server that does not answer. */
const gatewayFailures = [502, 503, 504]

/** What the answer carries; anything but the code '200' is thrown. */
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
  const told = isPlain(body) ? body['code'] : undefined
  if (!isPlain(body) || (typeof told !== 'string' && typeof told !== 'number'))
    throw new CallError(gatewayFailures.includes(status) ? unreachable : nonStandard)
  const code = codeOf(String(told))
  if (code === '200') return neutral(body['data'], at(body['i18n'], 'data'))
  const { message = body['msg'], data, requestId, i18n } = body
  throw new CallError({
    code,
    message: typeof message === 'string' && message !== '' ? message : '操作未成功，请稍后再试',
    data,
    requestId: typeof requestId === 'string' ? requestId : undefined,
    i18n,
  })
}
