import { draftOf, type Fields, get, nothing, put, recordOf, version } from '../kit/index.ts'

import { z } from 'zod'

import { cardReview } from './cardReview.ts'
import { icpSet } from './icpSet.ts'
import { loginRegSet } from './loginRegSet.ts'
import { mpName } from './mpName.ts'
import { qrcode } from './qrcode.ts'
import { searchSet } from './searchSet.ts'
import { shareCover } from './shareCover.ts'
import { sortSet } from './sortSet.ts'

// The objects of /firmConf/*, each with the fields of its page (domain.md §6).

const versioned = { version: z.int() }
/** What the page reads, and what it writes. */
const pairOf = <const F extends Fields>(fields: F) => ({
  read: recordOf(fields).extend(versioned),
  written: draftOf(fields).extend({ version }),
})

const sets = {
  qrcode: pairOf(qrcode),
  mpName: pairOf(mpName),
  loginRegSet: pairOf(loginRegSet),
  searchSet: pairOf(searchSet),
  sortSet: pairOf(sortSet),
  cardReview: pairOf(cardReview),
  shareCover: pairOf(shareCover),
  icpSet: pairOf(icpSet),
}

/** As stored, before defaults: JSON texts, `{}` where they cannot be parsed (specification, section 3). */
const appConf = z.object({ appConf: z.string(), appConfSet: z.string(), version: z.int() })
const isJsonObject = (text: string) => {
  try {
    const value: unknown = JSON.parse(text)
    return typeof value === 'object' && value !== null && !Array.isArray(value)
  } catch {
    return false
  }
}
const appConfDraft = z.strictObject({
  appConfSet: z.string().max(200_000).refine(isJsonObject, '配置内容不是有效的 JSON'),
  version,
})

const all = z.object({
  appConf,
  qrcode: sets.qrcode.read,
  mpName: sets.mpName.read,
  loginRegSet: sets.loginRegSet.read,
  searchSet: sets.searchSet.read,
  sortSet: sets.sortSet.read,
  cardReview: sets.cardReview.read,
  shareCover: sets.shareCover.read,
  icpSet: sets.icpSet.read,
})

const calls = {
  all: get(
    '/firmConf',
    'conf.view',
    () => nothing,
    () => all,
  ),
  appConf: get(
    '/firmConf/appConf',
    'conf.view',
    () => nothing,
    () => appConf,
  ),
  updateAppConf: put(
    '/firmConf/appConf',
    'setting.edit',
    () => appConfDraft,
    () => appConf,
    {
      feature: 'setting.admin',
    },
  ),
  qrcode: get(
    '/firmConf/qrcode',
    'conf.view',
    () => nothing,
    () => sets.qrcode.read,
  ),
  updateQrcode: put(
    '/firmConf/qrcode',
    'conf.edit',
    () => sets.qrcode.written,
    () => sets.qrcode.read,
    {
      feature: 'conf.qrcode',
    },
  ),
  mpName: get(
    '/firmConf/mpName',
    'conf.view',
    () => nothing,
    () => sets.mpName.read,
  ),
  updateMpName: put(
    '/firmConf/mpName',
    'conf.edit',
    () => sets.mpName.written,
    () => sets.mpName.read,
    {
      feature: 'conf.mpIndex',
    },
  ),
  loginRegSet: get(
    '/firmConf/loginRegSet',
    'conf.view',
    () => nothing,
    () => sets.loginRegSet.read,
  ),
  updateLoginRegSet: put(
    '/firmConf/loginRegSet',
    'conf.edit',
    () => sets.loginRegSet.written,
    () => sets.loginRegSet.read,
    {
      feature: 'conf.loginReg',
    },
  ),
  searchSet: get(
    '/firmConf/searchSet',
    'conf.view',
    () => nothing,
    () => sets.searchSet.read,
  ),
  updateSearchSet: put(
    '/firmConf/searchSet',
    'setting.edit',
    () => sets.searchSet.written,
    () => sets.searchSet.read,
    {
      feature: 'setting.cardSearch',
    },
  ),
  sortSet: get(
    '/firmConf/sortSet',
    'conf.view',
    () => nothing,
    () => sets.sortSet.read,
  ),
  updateSortSet: put(
    '/firmConf/sortSet',
    'conf.edit',
    () => sets.sortSet.written,
    () => sets.sortSet.read,
    {
      feature: 'conf.cardSort',
    },
  ),
  cardReview: get(
    '/firmConf/cardReview',
    'conf.view',
    () => nothing,
    () => sets.cardReview.read,
  ),
  updateCardReview: put(
    '/firmConf/cardReview',
    'conf.edit',
    () => sets.cardReview.written,
    () => sets.cardReview.read,
    {
      feature: 'conf.cardAudit',
    },
  ),
  shareCover: get(
    '/firmConf/shareCover',
    'conf.view',
    () => nothing,
    () => sets.shareCover.read,
  ),
  updateShareCover: put(
    '/firmConf/shareCover',
    'conf.edit',
    () => sets.shareCover.written,
    () => sets.shareCover.read,
    {
      feature: 'conf.mpShare',
    },
  ),
  icpSet: get(
    '/firmConf/icpSet',
    'conf.view',
    () => nothing,
    () => sets.icpSet.read,
  ),
  updateIcpSet: put(
    '/firmConf/icpSet',
    'setting.edit',
    () => sets.icpSet.written,
    () => sets.icpSet.read,
    {
      feature: 'setting.icp',
    },
  ),
}

export const firmConf = { name: 'firmConf', calls }
