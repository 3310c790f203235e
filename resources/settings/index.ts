import type { AnySetting } from '../kit/index.ts'
import { agents } from './agents.ts'
import { verificationKeys } from './verificationKeys.ts'
import { cardReview } from './cardReview.ts'
import { cardVerification } from './cardVerification.ts'
import { complianceRules } from './complianceRules.ts'
import { englishDraft } from './englishDraft.ts'
import { firm } from './firm.ts'
import { firmConf } from './firmConf.ts'
import { icpSet } from './icpSet.ts'
import { languages } from './languages.ts'
import { loginRegSet } from './loginRegSet.ts'
import { mailSignature } from './mailSignature.ts'
import { mpName } from './mpName.ts'
import { qrcode } from './qrcode.ts'
import { rehearsals } from './rehearsals.ts'
import { reminderSet } from './reminderSet.ts'
import { searchSet } from './searchSet.ts'
import { shareCover } from './shareCover.ts'
import { sortSet } from './sortSet.ts'
import { systemStatus } from './status.ts'
import { system } from './system.ts'
import { websiteFeed } from './websiteFeed.ts'

/** The settings of /firmConf/*. One line here adds the page, calls and log entries of a setting. */
export const settings = {
  qrcode,
  mpName,
  loginRegSet,
  searchSet,
  sortSet,
  cardReview,
  complianceRules,
  shareCover,
  icpSet,
  reminderSet,
  websiteFeed,
  agents,
  mailSignature,
  englishDraft,
  cardVerification,
}

export const settingResources: readonly AnySetting[] = [firm, ...Object.values(settings)]

/**
 * Every group of calls of the settings by name. The configuration that every page needs (`conf`) is with the
 * entities.
 */
export const settingGroups = {
  firm,
  firmConf,
  ...settings,
  system,
  languages,
  status: systemStatus,
  verificationKeys,
  rehearsals,
}
