import { emptyInput, getCall, postCall, version } from '../kit/index.ts'

import { z } from 'zod'

/** A public key of the firm; `retiredAt` is set for one that signs no longer and is still published. */
const key = z.object({ kid: z.string(), createdAt: z.string(), retiredAt: z.string().nullable() })
const keys = z.object({ keys: z.array(key), version: z.int() })

/** What the verification page can say of a card. */
const cardStatuses = ['active', 'inactive', 'left'] as const
export type CardStatus = (typeof cardStatuses)[number]

const governed = { feature: 'card.verification', isAddition: true } as const

const calls = {
  keys: getCall(
    '/firmConf/cardVerification/keys',
    'conf.view',
    () => emptyInput,
    () => keys,
    governed,
  ),
  /** Signs with a new key from now on. The former one stays published until its last signature has expired. */
  newKey: postCall(
    '/firmConf/cardVerification/newKey',
    'card.verification',
    () => z.strictObject({ version }),
    () => keys,
    governed,
  ),
  /** The page for an invented person, as a whole document. */
  preview: getCall(
    '/firmConf/cardVerification/preview',
    'conf.view',
    () => z.strictObject({ status: z.enum(cardStatuses).default('active') }),
    () => z.object({ html: z.string() }),
    governed,
  ),
}

/** The keys with which the firm signs the answers of 名片核验, and the look of its page. */
export const verificationKeys = { name: 'verificationKeys', calls }
