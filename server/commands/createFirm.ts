import { allAnchors } from '../process/anchors.ts'
import { deletedFirms, installationLog } from '../services/audit/deletedFirms.ts'
import { listFirms } from '../services/operation/firms.ts'
import { type Command, UsageError, withMigratedDatabase } from './command.ts'
import { createAndPrint } from './createAdmin.ts'
import { assignHost, requireHostName } from './firms.ts'

export const createFirmCommand: Command = {
  takes: '<律所名称> <账号> <姓名> <手机号> [域名]',
  does: '再建立一家律所和它的主管理员，密码只显示这一次 (create another firm and its main administrator)',
  run: async (tools, firmName = '', account = '', name = '', mobile = '', host?: string) => {
    const hostName = host === undefined ? null : requireHostName(host)
    await withMigratedDatabase(tools, async database => {
      const firms = await listFirms(database)
      const owner = firms.find(it => hostName !== null && it.hosts.includes(hostName))
      if (owner)
        throw new UsageError(`${hostName} 已属于律所 ${owner.firmId} (it leads to another firm already)`)
      // Numbers are never reused: the log of the installation and the anchors still refer to deleted firms.
      const deleted = await database.read(installationLog, deletedFirms)
      let lastFirm = Math.max(0, ...[...firms, ...deleted].map(it => it.firmId))
      for await (const anchor of allAnchors()) lastFirm = Math.max(lastFirm, anchor?.firmId ?? 0)
      const firmId = lastFirm + 1
      await createAndPrint(tools, database, { firmName, account, name, mobile }, firmId)
      if (hostName !== null) await assignHost(database, firmId, hostName)
      tools.print(`律所编号 (firm): ${firmId}${hostName === null ? '' : `\n域名 (host): ${hostName}`}`)
    })
  },
}
