import { z } from 'zod'

import { firmIds } from '../db/rules/firmIds.ts'
import { createFirstAdmin } from './firstAdmin.ts'
import type { Database } from '../db/connection/open.ts'
import { type Command, type Tools, withMigratedDatabase, UsageError } from './command.ts'

type FirstAdminInput = Parameters<typeof createFirstAdmin>[1]

/**
 * Creates a firm with its main administrator and prints the password, which is not stored in readable form.
 */
export const createAndPrint = async (
  { print }: Pick<Tools, 'print'>,
  database: Database,
  given: FirstAdminInput,
  firmId: number,
): Promise<void> => {
  try {
    const { password } = await createFirstAdmin(database, given, firmId)
    print(`账号 (account): ${given.account}\n初始密码 (password, shown once): ${password}`)
  } catch (error) {
    if (error instanceof z.ZodError) throw new UsageError(error.issues.map(it => it.message).join('\n'))
    throw error
  }
}

export const createAdminCommand: Command = {
  takes: '<律所名称> <账号> <姓名> <手机号>',
  does: '建立律所和主管理员，密码只显示这一次 (create the firm and its main administrator)',
  run: async (tools, firmName = '', account = '', name = '', mobile = '') => {
    await withMigratedDatabase(tools, async database => {
      const [existingFirm] = await firmIds(tools.connection)
      if (existingFirm)
        throw new UsageError('已有律所，请由主管理员在后台新增管理员 (there is a firm already)')
      await createAndPrint(tools, database, { firmName, account, name, mobile }, 1)
    })
  },
}
