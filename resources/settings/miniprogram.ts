import { change } from '../domain/change.ts'
import { type About, documentOf, flag, inputOf, version } from '../kit/index.ts'

import { z } from 'zod'

import { cardMenuButton, pictures, switches } from './app.ts'
import { loginRegSet } from './loginRegSet.ts'
import { mpCard } from './mpCard.ts'
import { mpIndex } from './mpIndex.ts'
import { mpName } from './mpName.ts'
import { qrcode } from './qrcode.ts'
import { searchSet } from './searchSet.ts'
import { shareCover } from './shareCover.ts'
import { sortSet } from './sortSet.ts'

// 小程序配置 (/firm/mpconf): the home page and the card page, saved as a draft or published.

/** What else the mini-program obeys: of each setting what a visitor may know. */
const others = () =>
  z.object({
    mpName: documentOf(mpName.fields),
    shareCover: documentOf(shareCover.fields),
    qrcode: documentOf(qrcode.fields),
    searchSet: documentOf(searchSet.fields),
    sortSet: documentOf(sortSet.fields).pick({ groupBy: true }),
    registration: documentOf(loginRegSet.fields).pick({
      wechatLogin: true,
      registerFields: true,
      agreement: true,
      privacy: true,
      agreementVersion: true,
    }),
    icp: z.object({ icpNo: z.string(), psbNo: z.string(), copyright: z.string() }),
    mpFuncSwitch: z.object({ global: switches }),
    cardMenu: z.array(cardMenuButton),
    assets: z.object({ commonImgs: pictures, commonIcons: pictures, icons: pictures }),
  })

/** A firm's own back-end may say less of it. */
export const mpConfiguration = () =>
  z.object({
    index: documentOf(mpIndex.fields),
    card: documentOf(mpCard.fields),
    version: z.int(),
    /** To its editors: whether something is saved that is not published. */
    isDraft: flag.optional(),
    publishedAt: z.string().nullish(),
    publishedBy: z.string().nullish(),
    settings: others().optional(),
  })

/** `draft` 1 keeps the change to the editors; 0 publishes it, with all that was kept before. */
export const mpPatch = () =>
  z.strictObject({
    draft: flag.default(0),
    index: inputOf(mpIndex.fields).partial().optional(),
    card: inputOf(mpCard.fields).partial().optional(),
    version,
  })

/** What was published, the newest first, and what was there before; the first is what the public sees. */
export const mpRevision = z.object({
  version: z.int(),
  at: z.string(),
  by: z.string().nullable(),
  kind: z.enum(['publish', 'restore', 'original']),
  /** Against the revision before it. */
  diff: z.array(change),
  /** Of what a rollback to it would change of what is public now. */
  fromNow: z.array(change),
})

/** Which screens a change touches: each is a switch of its own. */
export const mpFeatures = ({ index, card }: About) => [
  'conf' as const,
  ...(index === undefined ? [] : ['conf.mpIndex' as const]),
  ...(card === undefined ? [] : ['conf.mpCard' as const]),
]
