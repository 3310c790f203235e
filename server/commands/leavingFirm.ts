import { readdir } from 'node:fs/promises'

import type { Services } from '../context/services.ts'
import { type Database, openDatabase } from '../db/connection/open.ts'
import { anchorLog } from '../services/audit/auditAnchors.ts'
import { installationLog } from '../services/audit/deletedFirms.ts'
import { readForwardingFacts } from '../services/audit/forwardingFacts.ts'
import { createServices } from '../services/createServices.ts'
import { createLogTargets } from '../services/integrations/logTargets.ts'
import { deleteFirm, FirmIsHeld } from '../services/operation/deleteFirm.ts'
import { exportFirm } from '../services/operation/export/exportFirm.ts'
import { type Command, UsageError, withDatabase } from './command.ts'
import { findFirmByNumber, requireFirmId } from './firms.ts'

export const exportFirmCommand: Command = {
  takes: '<律所编号> <文件夹>',
  does: '把一家律所的全部数据、文件和日志导出到空文件夹 (export all data of a firm to an empty folder)',
  run: (tools, firm = '', folder = '') =>
    withDatabase(tools, async database => {
      const { config, log, connection, print } = tools
      const firmId = await requireFirmId(database, firm)
      if ((await readdir(folder).catch(() => [])).length > 0)
        throw new UsageError(`${folder} 不是空文件夹 (an export needs an empty folder)`)
      const { storage } = createServices(config, log)
      const { tables, files, missing } = await exportFirm({ database, connection, storage, firmId, folder })
      const rows = tables.reduce((sum, table) => sum + table.rows, 0)
      print(`已导出 (exported): ${folder}, ${tables.length} tables, ${rows} rows, ${files.length} files`)
      for (const path of missing) print(`文件不在存储中 (not in the storage): ${path}`)
      print(`核对 (to verify): AUDIT_KEY=… node ${folder}/verify.mjs`)
    }),
}

/** Refuses to delete a log of which a target lacks rows. */
const refuseMissingLog = async (database: Database, firmId: number, targets: Services['logTargets']) => {
  const facts = await database.read(firmId, db => readForwardingFacts(db.$client, targets, firmId))
  for (const { target, behind } of facts)
    if (behind > 0)
      throw new UsageError(
        `日志还没有转发完，${targets[target]?.address} 还差 ${behind} 行：请等一分钟再运行，或不设置 LOG_FORWARD_… 运行 (rows of the log were not forwarded yet: wait a minute, or run it without LOG_FORWARD_…)`,
      )
}

export const deleteFirmCommand: Command = {
  takes: '<律所编号> --confirm <律所名称>',
  does: '永久删除一家已暂停的律所，中断后可再次运行 (permanently delete a suspended firm; run it again if it was interrupted)',
  run: (tools, firm = '', name = '') =>
    withDatabase(tools, async database => {
      const { config, log, owner, print } = tools
      const {
        firmId,
        name: firmName,
        suspendedAt,
        deletionStartedAt,
      } = await findFirmByNumber(database, firm)
      if (suspendedAt === null)
        throw new UsageError('只能删除已暂停的律所，请先运行 suspend-firm (suspend the firm first)')
      if (name !== firmName)
        throw new UsageError(`律所 ${firmId} 的名称不是 ${name} (not the name of this firm; see list-firms)`)
      if (!deletionStartedAt) await refuseMissingLog(database, firmId, createLogTargets(config))
      const { storage } = createServices(config, log)
      const withoutTimeouts = { ...owner, statement_timeout: 0, query_timeout: 0 }
      const asOwner = await openDatabase({ connection: withoutTimeouts, max: 1, log })
      try {
        await deleteFirm({ owner: asOwner, storage, firmId, now: new Date() }).catch((error: unknown) => {
          throw error instanceof FirmIsHeld
            ? new UsageError(`律所有资料正在保全，到期或解除之前不能删除 (${error.message})`)
            : error
        })
      } finally {
        await asOwner.close()
      }
      await anchorLog(database, installationLog)
      print(`已删除 (deleted): ${firmId} ${firmName}`)
    }),
}
