import { backup, restore } from '../db/backup.ts'
import type { Manifest } from '../db/backup.ts'
import { migrate } from '../db/migrate.ts'
import type { Command } from './command.ts'

const countOf = ({ tables }: Manifest): string =>
  `${tables.length} tables, ${tables.reduce((sum, { rows }) => sum + rows, 0)} rows`

export const migrateCommand: Command = {
  takes: '',
  does: '升级数据库 (bring the database to this release)',
  run: async ({ connection, print }) => {
    await migrate(connection)
    print('数据库已是最新 (the database is up to date)')
  },
}

export const backupCommand: Command = {
  takes: '<file>',
  does: '备份数据库到一个文件，可在服务运行时进行 (copy the database into one file)',
  run: async ({ connection, print }, file = '') => {
    const manifest = await backup(connection, file)
    print(`已备份 (backed up): ${file}, ${countOf(manifest)}`)
  },
}

export const restoreCommand: Command = {
  takes: '<file>',
  does: '恢复到空数据库，所有人需重新登录 (restore into an empty database)',
  run: async ({ connection, print }, file = '') => {
    const manifest = await restore(connection, file)
    print(`已恢复 (restored): ${file}, ${countOf(manifest)}`)
  },
}
