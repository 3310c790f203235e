import { z } from 'zod'

import { del, done, id, reason, text } from '../kit/index.ts'

/** 关闭两步验证 of somebody who has lost his authenticator: an addition to the specification. */
export const factorCalls = <const W extends 'admin.edit' | 'lawyer.password'>(
  path: `/${string}`,
  who: W,
) => ({
  removeFactor: del(
    path,
    who,
    () => z.strictObject({ id, reason }),
    () => done,
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
