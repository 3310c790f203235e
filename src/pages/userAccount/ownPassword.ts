import { z } from 'zod'

import { password } from '../../../resources/kit/index.ts'
import { localized } from '../../../resources/kit/translate.ts'

/** The caller's present password: compared, not set, so that the rules for new ones do not matter. */
export const ownPassword = localized({
  ...password('登录密码'),
  schema: z.string({ error: '请输入登录密码' }).min(1, '请输入登录密码'),
})
