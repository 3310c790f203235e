import { z } from 'zod'

import { firmIds } from '../db/rules/firmIds.ts'
import { createFirstAdmin } from './firstAdmin.ts'
import { type Command, withMigrated, UsageError } from './command.ts'

export const createAdminCommand: Command = {
  takes: '<律所名称> <账号> <姓名> <手机号>',
  does: '建立律所和主管理员，密码只显示这一次 (create the firm and its main administrator)',
  run: async (tools, firmName = '', account = '', name = '', mobile = '') => {
    await withMigrated(tools, async database => {
      const [there] = await firmIds(tools.connection)
      if (there) throw new UsageError('已有律所，请由主管理员在后台新增管理员 (there is a firm already)')
      try {
        const { password } = await createFirstAdmin(database, { firmName, account, name, mobile })
        tools.print(`账号 (account): ${account}\n初始密码 (password, shown once): ${password}`)
      } catch (error) {
        if (error instanceof z.ZodError) throw new UsageError(error.issues.map(it => it.message).join('\n'))
        throw error
      }
    })
  },
}
