import { distribute } from '../db/distribution/distribute.ts'
import type { Command } from './command.ts'

export const distributeCommand: Command = {
  takes: '',
  does: '用 Citus 把各律所的数据表分布到多台服务器，可再次运行 (spread the tables of firms over several servers with Citus; may be run again)',
  run: async ({ connection, owner, print }) => {
    const names = await distribute(owner, connection.user)
    print(
      names.length === 0
        ? '所有数据表都已分布 (all tables are distributed)'
        : `已分布 (distributed): ${names.length} tables`,
    )
  },
}
