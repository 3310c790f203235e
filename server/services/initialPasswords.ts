import type { Context } from '../context/context.ts'
import type { firmForSignIn } from './loginSettings.ts'
import { sayIn } from './languages.ts'

type New = { mobile: string; initialPassword?: string | null | undefined }

/**
 * 初始密码 by SMS, where the firm wants it so and can send one: then nobody else is shown it. Called when the accounts are
 * there to stay. Answers whether they were sent.
 */
export const sendInitialPasswords = async (
  { services, language }: Pick<Context, 'services' | 'language'>,
  firm: Awaited<ReturnType<typeof firmForSignIn>>,
  people: readonly New[],
): Promise<boolean> => {
  if (!firm || !services.sms.isOn(firm.sms, 'initialPassword')) return false
  if (firm.settings.initialPwdMode !== 2) return false
  for (const { mobile, initialPassword } of people)
    if (initialPassword)
      await services.sms.send(firm.sms, {
        mobile,
        text: sayIn(
          language,
          '【%{shortName}】您的账号已开通，初始密码%{initialPassword}，登录后请立即修改，请勿告诉他人。',
          { shortName: firm.shortName, initialPassword },
        ),
        template: 'initialPassword',
        value: initialPassword,
      })
  return true
}
