import { z } from 'zod'

import { deleteCall, emptyAnswer, id, reason, text } from '../kit/index.ts'

/** Additional call that switches off the second factor of a person who has lost his authenticator (关闭两步验证). */
export const factorCalls = <const W extends 'admin.edit' | 'lawyer.password'>(
  path: `/${string}`,
  who: W,
) => ({
  removeFactor: deleteCall(
    path,
    who,
    () => z.strictObject({ id, reason }),
    () => emptyAnswer,
    { isAddition: true },
  ),
})

export const removeFactorAction = {
  call: 'removeFactor',
  label: '关闭两步验证',
  on: ['row', 'detail'],
  ask: { reason: text('关闭原因', { min: 2, max: 200, isMultiline: true }) },
  confirm: '请先核实本人身份。本人会收到站内信。',
  isDanger: true,
} as const
