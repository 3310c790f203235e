import type { z } from 'zod'

import type { session } from '../../../resources/session.ts'
import { ApiError, invalid } from '../../context/apiError.ts'
import type { PublicContext } from '../../context/context.ts'
import { requireCaptcha } from '../../services/limits/loginThrottle.ts'
import { finishRecovery, startRecovery } from '../../services/identity/passwordRecovery.ts'
import { requireFirm } from '../../services/identity/signIn.ts'

type Input = z.output<(typeof session.calls)['loginByQuestion']['input']>

const requireText = (value: string | undefined, field: string, label: string): string => {
  if (!value) throw invalid({ [field]: `请输入${label}` })
  return value
}

export const loginByQuestion = async (input: Input, context: PublicContext) => {
  const { settings } = await requireFirm(context)
  // Refused for everybody before any other check (promise Q06).
  if (settings.questionRecovery === 0) throw new ApiError('4031')
  const { account, userType, codeId, code, ticket } = input
  if (ticket === undefined) {
    const name = requireText(account, 'account', '账号')
    await requireCaptcha(context, { codeId, code })
    return startRecovery(context, userType ?? 2, name)
  }
  return finishRecovery(context, {
    ticket,
    answer: requireText(input.answer, 'answer', '答案'),
    smsCode: requireText(input.smsCode, 'smsCode', '短信验证码'),
    newPassword: requireText(input.newPassword, 'newPassword', '新密码'),
  })
}
