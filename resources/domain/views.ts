import { z } from 'zod'

import { id, postCall } from '../kit/index.ts'
import { secret } from './credentials.ts'

/** Minutes after which a view (以该用户视角查看) ends by itself. */
export const viewMinutes = 30

/** A view as the viewed person's account and list of sessions name it. */
export const viewOrigin = z.object({ viewerName: z.string(), expireAt: z.string() })

/** The session of a view, and the person who is viewed in the format of a sign-in. */
export const viewAnswer = z.object({
  token: secret(z.string()),
  expireAt: z.string(),
  user: z.object({
    id: z.int(),
    userType: z.literal([1, 2]),
    name: z.string(),
    auth: z.array(z.enum(['admin', 'mainAdmin', 'system', 'lawyer'])),
  }),
})

/**
 * Additional call that opens a read-only session as another person (以该用户视角查看). The server refuses every other
 * call of that session that is no reading.
 */
export const viewCalls = (path: `/${string}`) => ({
  viewAs: postCall(
    path,
    'user.viewAs',
    () => z.strictObject({ id }),
    () => viewAnswer,
    { isAddition: true },
  ),
})

export const viewAction = {
  call: 'viewAs',
  label: '以该用户视角查看',
  on: ['row', 'detail'],
  dialog: 'viewAs',
} as const
