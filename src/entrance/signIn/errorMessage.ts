import { reasonOf, retryAfterOf } from '../../../providers/challenge.ts'
import { CallError, errorSentence, unreachableFailure } from '../../../providers/envelope.ts'
import type { Translate } from '../../../resources/kit/translate.ts'

const durationText = (seconds: number, translate: Translate) =>
  seconds < 60
    ? translate('%{ceil}秒', { ceil: Math.ceil(seconds) })
    : translate('%{ceil}分钟', { ceil: Math.ceil(seconds / 60) })

const messageOfCode: Record<string, (error: CallError, hadCaptcha: boolean, translate: Translate) => string> =
  {
    '4001': (_error, _hadCaptcha, translate) => translate('账号或密码不正确，请核对后重新输入'),
    '4002': (_error, hadCaptcha, translate) =>
      hadCaptcha ? translate('验证码错误或已过期，请输入新的验证码') : translate('请输入图片中的验证码'),
    '4006': (error, _hadCaptcha, translate) => {
      const reason = reasonOf(error)
      const message = translate(error.message)
      if (!reason) return translate('%{message}，通过后即可登录', { message })
      return error.message.includes(reason)
        ? message
        : translate('%{label}：%{text}', { label: message, text: reason })
    },
    '4220': ({ body, message }, _hadCaptcha, translate) =>
      translate(Object.values(body.errors ?? {})[0] ?? message),
    '4290': (error, _hadCaptcha, translate) => {
      const seconds = retryAfterOf(error)
      return seconds
        ? translate('操作过于频繁，请%{durationText}后再试', {
            durationText: durationText(seconds, translate),
          })
        : translate(error.message)
    },
    [unreachableFailure.code]: ({ message }, _hadCaptcha, translate) =>
      translate(navigator.onLine ? '连接不到服务器，请检查网络后重试' : message),
  }

/** Explains why signing in failed and what the user can do. */
export const signInErrorMessage = (error: unknown, hadCaptcha: boolean, translate: Translate) => {
  if (!(error instanceof CallError)) return errorSentence(error, translate)
  return messageOfCode[error.code]?.(error, hadCaptcha, translate) ?? errorSentence(error, translate)
}
