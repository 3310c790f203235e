import { eq } from 'drizzle-orm'

import { levelLabels } from '../../../resources/domain/levelLabels.ts'
import { levelOf } from '../../../resources/domain/permissions.ts'
import type { privacyRequests } from '../../../resources/privacyRequests.ts'
import { invalid } from '../../context/apiError.ts'
import type { Context } from '../../context/context.ts'
import { type Handlers, ownTransaction } from '../../context/handlers.ts'
import type { Db } from '../../db/connection/open.ts'
import { firms } from '../../db/tables.ts'
import { appendLogEntries } from '../../services/audit/audit.ts'
import { anchorLog } from '../../services/audit/auditAnchors.ts'
import { streamOf } from '../../services/exports/exportLog.ts'
import { fieldInventory } from '../../services/privacy/inventory.ts'
import { keptUnder, type Periods } from '../../services/privacy/kept.ts'
import { evidencePack } from '../../services/privacy/evidence/pack.ts'
import { phraseIn } from '../../services/settings/languages.ts'
import { securityOf } from '../../services/settings/systemConfig.ts'

type Calls = typeof privacyRequests.calls

const periodsOf = async (db: Db, { firmId, services: { installation } }: Context): Promise<Periods> => ({
  logMonths: (await securityOf(db, firmId)).logMonths ?? installation.logMonths,
  messageMonths: installation.messageMonths,
  revisionMonths: installation.revisionMonths,
})

export const readInventory: Handlers<Calls>['inventory'] = async (_, context) => ({
  resources: fieldInventory(context.switches.rights),
  kept: keptUnder(await periodsOf(context.db, context)),
})

const DAY_MS = 24 * 3_600_000
/** Days of the longest period; a longer one is exported in parts. */
const mostDays = 366

const checkPeriod = ({ from, to }: { from: string; to: string }) => {
  const days = (Date.parse(to) - Date.parse(from)) / DAY_MS + 1
  if (days < 1) throw invalid({ to: '结束日期不能早于开始日期' })
  if (days > mostDays) throw invalid({ to: `一次最多${mostDays}天，请分段导出` })
}

export const exportEvidence: Handlers<Calls>['evidence'] = ownTransaction(async (period, context) => {
  const { database, firmId, caller, switches, now, language, reason } = context
  checkPeriod(period)
  const [periods, firm] = await database.read(firmId, async db => {
    const [row] = await db.select({ name: firms.name }).from(firms).where(eq(firms.firmId, firmId))
    return [await periodsOf(db, context), row!.name] as const
  })
  // Logged before the first byte, so that it counts even if the file is not read to the end, and is in the file.
  await database.write(firmId, db =>
    appendLogEntries(db, context, [
      { module: 14, action: 'export', summary: `导出合规审计资料（${period.from} 至 ${period.to}）` },
    ]),
  )
  await anchorLog(database, firmId)
  const pack = evidencePack({
    database,
    firmId,
    period,
    periods,
    switches: switches.rights,
    firm,
    maker: { name: caller.name, level: levelLabels[levelOf(caller)] },
    madeAt: now,
    reason: reason ?? '',
  })
  return {
    name: `${phraseIn(language, '合规审计资料')}-${period.from}-${period.to}.zip`,
    mime: 'application/zip',
    bytes: streamOf(pack),
  }
})
