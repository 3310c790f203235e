import type { z } from 'zod'

import type { session } from '../../../resources/session.ts'
import { invalid } from '../../context/apiError.ts'
import type { Context } from '../../context/context.ts'
import { log } from '../../services/audit/audit.ts'
import { settingOf } from '../../services/settings/firmSettings.ts'
import { lockPerson, personTarget, writeAccount } from '../../services/directory/people.ts'

type Input = z.output<(typeof session.calls)['consent']['input']>

export const getConsentNotice = async (_: object, { db, firmId }: Context) => {
  const { agreement, privacy, agreementVersion, agreementDate } = await settingOf(db, firmId, 'loginRegSet')
  return {
    version: agreementVersion,
    date: agreementDate ?? null,
    agreement: agreement ?? null,
    privacy: privacy ?? null,
  }
}

/** Stores the version that the caller agrees to, with time and address, and logs it once. */
export const giveConsent = async ({ version }: Input, context: Context) => {
  const { db, firmId, caller, now, ip } = context
  const { agreementVersion } = await settingOf(db, firmId, 'loginRegSet')
  if (version !== agreementVersion) throw invalid({ version: '用户协议已更新，请重新阅读并同意' })
  const person = await lockPerson(db, caller)
  // The caller has already agreed to this version in another tab.
  if (person?.consentVersion === version) return {}
  await writeAccount(db, caller, { consentVersion: version, consentAt: now, consentIp: ip })
  await log(context, {
    module: 14,
    action: 'consent',
    target: personTarget(caller),
    summary: `【${caller.name}】同意律所的协议，版本${version}`,
  })
  return {}
}
