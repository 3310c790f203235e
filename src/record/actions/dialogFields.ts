import { z } from 'zod'

import { demandsOf, isCapability } from '../../../resources/domain/rights.ts'
import { type Action, type Fields, password, reason, text, type Who } from '../../../resources/kit/index.ts'

/** Shown if the right requires a reason (`needsReason`), which the server writes to the log. */
const reasonField = {
  ...text('原因', { max: 200, isMultiline: true, hint: '将写入重要日志' }),
  schema: reason,
}

/** Shown if the right requires the signed-in user's own password (`needsPassword`). */
export const confirmPasswordField = {
  ...password('登录密码', { hint: '请再次输入您自己的登录密码' }),
  schema: z.string({ error: '请输入登录密码' }).min(1, '请输入登录密码'),
}

/** Fields of an action's dialog: its own, and those that the right requires. */
export const actionDialogFields = ({ ask }: Pick<Action<never>, 'ask'>, who: Who): Fields => {
  if (!isCapability(who)) return { ...ask }
  const { needsReason, needsPassword } = demandsOf(who)
  return {
    ...ask,
    ...(needsReason && { reason: reasonField }),
    ...(needsPassword && { confirmPassword: confirmPasswordField }),
  }
}
