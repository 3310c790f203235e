import { z } from 'zod'

import { demandsOf, isCapability } from '../../../resources/domain/rights.ts'
import { type Action, type Fields, password, reason, text, type Who } from '../../../resources/kit/index.ts'

/** Asked where the right demands it (`needsReason`); the server writes it into the log. */
const reasonField = {
  ...text('原因', { max: 200, isMultiline: true, hint: '将写入重要日志' }),
  schema: reason,
}

/** Asked where the right demands it (`needsPassword`): the signed-in user's own password. */
export const confirmPassword = {
  ...password('登录密码', { hint: '请再次输入您自己的登录密码' }),
  schema: z.string({ error: '请输入登录密码' }).min(1, '请输入登录密码'),
}

/** What the dialog of an action asks: its own fields, and what the right demands. */
export const dialogFieldsOf = ({ ask }: Pick<Action<never>, 'ask'>, who: Who): Fields => {
  if (!isCapability(who)) return { ...ask }
  const { needsReason, needsPassword } = demandsOf(who)
  return {
    ...ask,
    ...(needsReason && { reason: reasonField }),
    ...(needsPassword && { confirmPassword }),
  }
}
