import { getCall, emptyInput, putCall, version } from '../kit/index.ts'

import { z } from 'zod'

import { cardReview } from './cardReview.ts'
import { icpSet } from './icpSet.ts'
import { loginRegSet } from './loginRegSet.ts'
import { mpName } from './mpName.ts'
import { qrcode } from './qrcode.ts'
import { searchSet } from './searchSet.ts'
import { shareCover } from './shareCover.ts'
import { sortSet } from './sortSet.ts'
import { transferCalls } from './transfer.ts'

/** The stored JSON texts without defaults; `{}` if they cannot be parsed (specification, section 3). */
const appConf = z.object({ appConf: z.string(), appConfSet: z.string(), version: z.int() })
const appConfDraft = z.strictObject({
  appConfSet: z.string().max(200_000),
  version,
})

// Promise Q29 (server/promises.md).

const calls = {
  all: getCall(
    '/firmConf',
    'conf.view',
    () => emptyInput,
    () =>
      z.object({
        appConf,
        qrcode: qrcode.calls.get.output,
        mpName: mpName.calls.get.output,
        loginRegSet: loginRegSet.calls.get.output,
        searchSet: searchSet.calls.get.output,
        sortSet: sortSet.calls.get.output,
        cardReview: cardReview.calls.get.output,
        shareCover: shareCover.calls.get.output,
        icpSet: icpSet.calls.get.output,
      }),
  ),
  appConf: getCall(
    '/firmConf/appConf',
    'conf.view',
    () => emptyInput,
    () => appConf,
  ),
  updateAppConf: putCall(
    '/firmConf/appConf',
    'setting.edit',
    () => appConfDraft,
    () => appConf,
    { feature: 'setting.admin' },
  ),
  ...transferCalls,
}

export const firmConf = { name: 'firmConf', calls }
