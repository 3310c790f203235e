import { reasonOf, retryAfterOf } from '../../providers/challenge.ts'
import { CallError, sentenceOf, unreachable } from '../../providers/envelope.ts'
import { translate } from '../../resources/kit/translate.ts'

const durationText = (seconds: number) =>
  seconds < 60
    ? translate('%{ceil}秒', { ceil: Math.ceil(seconds) })
    : translate('%{ceil}分钟', { ceil: Math.ceil(seconds / 60) })

const byCode: Record<string, (error: CallError, hadCaptcha: boolean) => string> = {
  '4001': () => translate('账号或密码不正确，请核对后重新输入'),
  '4002': (_, hadCaptcha) =>
    hadCaptcha ? translate('验证码错误或已过期，请输入新的验证码') : translate('请输入图片中的验证码'),
  '4006': error => {
    const reason = reasonOf(error)
    if (!reason) return translate('%{message}，通过后即可登录', { message: error.message })
    return error.message.includes(reason)
      ? error.message
      : translate('%{label}：%{text}', { label: error.message, text: reason })
  },
  '4220': ({ body, message }) => Object.values(body.errors ?? {})[0] ?? message,
  '4290': error => {
    const seconds = retryAfterOf(error)
    return seconds
      ? translate('操作过于频繁，请%{durationText}后再试', { durationText: durationText(seconds) })
      : error.message
  },
  [unreachable.code]: ({ sentence }) =>
    navigator.onLine ? translate('连接不到服务器，请检查网络后重试') : sentence(),
}

/** Why nobody was signed in, and what to do about it. */
export const signInErrorMessage = (error: unknown, hadCaptcha: boolean) => {
  if (!(error instanceof CallError)) return sentenceOf(error)
  return byCode[error.code]?.(error, hadCaptcha) ?? sentenceOf(error)
}
