import { inventory } from '../kit/index.ts'
import { agents } from '../settings/agents.ts'
import { cardReview } from '../settings/cardReview.ts'
import { cardVerification } from '../settings/cardVerification.ts'
import { complianceRules } from '../settings/complianceRules.ts'
import { englishDraft } from '../settings/englishDraft.ts'
import { firm } from '../settings/firm.ts'
import { icpSet } from '../settings/icpSet.ts'
import { loginRegSet } from '../settings/loginRegSet.ts'
import { mailSignature } from '../settings/mailSignature.ts'
import { mpName } from '../settings/mpName.ts'
import { qrcode } from '../settings/qrcode.ts'
import { reminderSet } from '../settings/reminderSet.ts'
import { searchSet } from '../settings/searchSet.ts'
import { shareCover } from '../settings/shareCover.ts'
import { sortSet } from '../settings/sortSet.ts'
import { websiteFeed } from '../settings/websiteFeed.ts'

/** Personal information in the settings. */
export const settingInventory = {
  cardVerification: inventory(cardVerification, { none: ['isOn', 'address', 'isPrinted', 'tellsLeft'] }),
  firm: inventory(firm, {
    none: [
      'firmId',
      'name',
      'nameEn',
      'shortName',
      'logo',
      'creditCode',
      'foundedOn',
      'intro',
      'introEn',
      'homeUrl',
    ],
  }),
  qrcode: inventory(qrcode, {
    none: [
      'accountName',
      'wechatId',
      'qrcodeUrl',
      'tip',
      'tipEn',
      'positions',
      'useComponent',
      'enabled',
      'extra',
    ],
  }),
  mpName: inventory(mpName, {
    none: ['mpName', 'mpNameEn', 'mpIntro', 'mpAppId', 'originalId'],
  }),
  loginRegSet: inventory(loginRegSet, {
    none: [
      'passwordLogin',
      'smsLogin',
      'wechatLogin',
      'register',
      'registerFields',
      'mobileWhitelistOnly',
      'questionRecovery',
      'pwdMinLength',
      'captcha',
      'lockTimes',
      'lockMinutes',
      'idleMinutes',
      'singleSession',
      'factorLevels',
      'agreement',
      'privacy',
      'agreementVersion',
      'agreementDate',
      'initialPwdMode',
    ],
  }),
  searchSet: inventory(searchSet, {
    none: [
      'enabled',
      'who',
      'fields',
      'filters',
      'hotWords',
      'showCount',
      'emptyTip',
      'hideLanguage',
      'rateLimit',
    ],
  }),
  sortSet: inventory(sortSet, {
    none: ['rules', 'groupBy', 'officeOrder', 'articleOrder'],
  }),
  cardReview: inventory(cardReview, {
    none: [
      'cardReview',
      'keyFields',
      'registerReview',
      'articleReview',
      'l4Lawyer',
      'l4Card',
      'l3Article',
      'l3TransferMain',
      'l4Export',
      'selfHide',
      'selfAudit',
      'slaHours',
      'remind',
      'rejectReasons',
      'articleReasons',
      'registerReasons',
      'transferReasons',
      'compliance',
    ],
  }),
  complianceRules: inventory(complianceRules, {
    none: ['R1', 'R2', 'R3', 'R4', 'R5', 'R6', 'R7', 'R9', 'R10', 'R11', 'R12', 'R13', 'R14', 'R15', 'R16'],
  }),
  shareCover: inventory(shareCover, {
    none: [
      'cardCoverMode',
      'cover',
      'orgCovers',
      'cardTitle',
      'cardTitleEn',
      'homeTitle',
      'homeCover',
      'articleTitle',
      'allowForward',
      'allowTimeline',
      'posterStyles',
      'cardUrl',
    ],
  }),
  icpSet: inventory(icpSet, {
    none: ['icpNo', 'mpIcpNo', 'icpUrl', 'psbNo', 'psbUrl', 'copyright', 'showInAdmin', 'showInMp'],
  }),
  reminderSet: inventory(reminderSet, {
    none: [
      'confirmQuarterly',
      'assessmentDue',
      'digest',
      'digestHour',
      'mailTypes',
      'wecomTypes',
      'robotTypes',
    ],
  }),
  websiteFeed: inventory(websiteFeed, {
    none: ['hasLawyers', 'hasArticles'],
  }),
  agents: inventory(agents, {
    none: ['isOpen', 'mayPropose'],
  }),
  mailSignature: inventory(mailSignature, {
    none: ['contents', 'notice', 'noticeEn'],
  }),
  englishDraft: inventory(englishDraft, {
    none: ['isOn', 'usesProvider', 'marksOutputs', 'glossary'],
  }),
}
