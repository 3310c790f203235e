import { fieldChange } from '../domain/change.ts'
import { type CallSubject, documentSchema, flag, inputSchema, version } from '../kit/index.ts'

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

/** Further settings that the mini-program needs, limited to what visitors may know. */
const visitorSettings = () =>
  z.object({
    mpName: documentSchema(mpName.fields),
    shareCover: documentSchema(shareCover.fields),
    qrcode: documentSchema(qrcode.fields),
    searchSet: documentSchema(searchSet.fields),
    sortSet: documentSchema(sortSet.fields).pick({ groupBy: true }),
    registration: documentSchema(loginRegSet.fields).pick({
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

/** A firm's own back-end may omit the optional parts. */
export const mpConfiguration = () =>
  z.object({
    index: documentSchema(mpIndex.fields),
    card: documentSchema(mpCard.fields),
    version: z.int(),
    /** For editors: 1 if there are unpublished changes. */
    isDraft: flag.optional(),
    publishedAt: z.string().nullish(),
    publishedBy: z.string().nullish(),
    settings: visitorSettings().optional(),
  })

/** `draft` 1 keeps the change unpublished; 0 publishes it together with all earlier unpublished changes. */
export const mpPatch = () =>
  z.strictObject({
    draft: flag.default(0),
    index: inputSchema(mpIndex.fields).partial().optional(),
    card: inputSchema(mpCard.fields).partial().optional(),
    version,
  })

/** Published revisions, the newest first, ending with the original content. The first one is public. */
export const mpRevision = z.object({
  version: z.int(),
  at: z.string(),
  by: z.string().nullable(),
  kind: z.enum(['publish', 'restore', 'original']),
  /** Differences from the previous revision. */
  diff: z.array(fieldChange),
  /** Changes that restoring this revision would make to the public content. */
  fromNow: z.array(fieldChange),
})

/** The menu switches for a change: each page has its own. */
export const mpFeatures = ({ index, card }: CallSubject) => [
  'conf' as const,
  ...(index === undefined ? [] : ['conf.mpIndex' as const]),
  ...(card === undefined ? [] : ['conf.mpCard' as const]),
]
