import { basename } from 'node:path'

import type { systemStatus } from '../../../resources/settings/status.ts'
import { type Handlers, ownTransaction } from '../../context/handlers.ts'
import { recentAnchors } from '../../process/anchors.ts'
import { verifyAudit } from '../../services/audit/auditChain.ts'
import { databaseFactsOfFirm } from '../../services/operation/status.ts'
import { troublesOf } from '../../services/operation/troubles.ts'
import { configRow } from '../../services/settings/configRows.ts'
import { smsSettingsFrom, wechatSettingsFrom } from '../../services/settings/systemConfig.ts'

/** Rows at the end of the log that the page verifies; verifying all of them would take too long. */
const verifiedRows = 1_000

export const statusHandlers: Handlers<typeof systemStatus.calls> = {
  // WeChat is called outside any transaction.
  read: ownTransaction(async (_, { database, firmId, services, now }) => {
    const { sms, wechat, installation, logTargets } = services
    const anchors = await recentAnchors()
    const { facts, log, config } = await database.read(firmId, async db => ({
      facts: await databaseFactsOfFirm(db.$client, firmId, logTargets),
      log: await verifyAudit(db, firmId, anchors, verifiedRows),
      config: (await configRow(db, firmId, 'system')).value,
    }))
    const replica = database.replica && { lagMs: await database.replica.lag() }
    const { release, disk, lastBackup, lastAnchorAt } = await installation.facts()
    const settings = wechatSettingsFrom(config)
    const isWechatOn = wechat.isOn(settings)
    const wechatRefusal = isWechatOn ? await wechat.refusalOf(settings) : null
    const isLogWhole = log.broken.length === 0
    const { version, pendingMigrations, engine, replicas } = facts
    const { jobs, sending, unsent, sessions } = facts.content!
    return {
      checkedAt: now.toISOString(),
      troubles: troublesOf(
        { ...facts, ...(replica && { replica }) },
        { release, disk, lastBackup, lastAnchorAt },
        now,
        {
          isLogWhole,
          wechatRefusal,
        },
      ),
      release,
      database: {
        engine,
        version: new Date(version).toISOString(),
        pendingMigrations,
        replicas,
        replica: replica ?? null,
      },
      jobs,
      disk: { free: disk.freeBytes, size: disk.sizeBytes },
      backup: lastBackup && {
        at: lastBackup.at,
        name: basename(lastBackup.file),
        check: lastBackup.check ?? null,
      },
      log: {
        checkedRows: log.checked,
        isWhole: isLogWhole ? 1 : 0,
        lastAnchorAt,
        forwarding: facts.forwarding.map(({ target, behind, failure }) => ({ target, behind, failure })),
      },
      sms: {
        source: sms.source,
        isOn: sms.isOn(smsSettingsFrom(config), 'code') ? 1 : 0,
        waiting: sending,
        failed: unsent,
      },
      wechat: { isOn: isWechatOn ? 1 : 0, refusal: wechatRefusal },
      sessions,
    }
  }),
}
