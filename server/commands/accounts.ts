import { endSessionsOf, endSessionsOfFirm, resetAdmin } from '../services/operation/accounts.ts'
import { type Command, UsageError, withDatabase } from './command.ts'
import { requireFirmId } from './firms.ts'

export const resetAdminCommand: Command = {
  takes: '<律所编号> <账号>',
  does: '重置管理员密码，解锁并关闭两步验证，密码只显示这一次 (set a new password for an administrator, shown once; unlock the account and remove the second factor)',
  run: (tools, firm = '', account = '') =>
    withDatabase(tools, async database => {
      const password = await resetAdmin(database, await requireFirmId(database, firm), account)
      if (password === null)
        throw new UsageError(`没有启用的管理员账号 ${account} (no enabled administrator of this account)`)
      tools.print(`账号 (account): ${account}\n初始密码 (password, shown once): ${password}`)
    }),
}

export const endSessionsCommand: Command = {
  takes: '<律所编号> [账号]',
  does: '结束所有人或一个账号的登录 (end the sessions of a firm, or of one account or mobile)',
  run: (tools, firm = '', account?: string) =>
    withDatabase(tools, async database => {
      const firmId = await requireFirmId(database, firm)
      const count =
        account === undefined
          ? await endSessionsOfFirm(database, firmId)
          : await endSessionsOf(database, firmId, account)
      if (count === null) throw new UsageError(`没有账号 ${account} (nobody signs in by this)`)
      tools.print(`已结束的登录 (sessions ended): ${count}`)
    }),
}
