import { CallError, sentenceOf, unreachable } from '../../../providers/envelope.ts'

type Details = { reason?: string; retryAfter?: number; captcha?: unknown; errors?: Record<string, string> }
const detailsOf = ({ data }: CallError) => (data ?? {}) as Details

/** The server wants the picture captcha with the next attempt. */
export const wantsCaptcha = (error: unknown) =>
  error instanceof CallError && (error.code === '4002' || Boolean(detailsOf(error).captcha))

const byCode: Record<string, (details: Details, error: CallError, hadCaptcha: boolean) => string> = {
  '4001': () => '账号或密码不正确,请核对后重新输入',
  '4002': (_, _error, hadCaptcha) =>
    hadCaptcha ? '验证码错误或已过期,请输入新的验证码' : '请输入图片中的验证码',
  '4006': ({ reason }, { message }) => (reason ? `${message}:${reason}` : `${message},通过后即可登录`),
  '4220': ({ errors = {} }, { message }) => Object.values(errors)[0] ?? message,
  '4290': ({ retryAfter }, { message }) =>
    retryAfter ? `操作过于频繁,请${waitOf(retryAfter)}后再试` : message,
  [unreachable.code]: () => '连接不到服务器,请检查网络后重试',
}

const waitOf = (seconds: number) =>
  seconds < 60 ? `${Math.ceil(seconds)}秒` : `${Math.ceil(seconds / 60)}分钟`

/** Why nobody was signed in, and what to do about it. */
export const refusalSentence = (error: unknown, hadCaptcha: boolean) => {
  if (!(error instanceof CallError)) return sentenceOf(error)
  return byCode[error.code]?.(detailsOf(error), error, hadCaptcha) ?? sentenceOf(error)
}
