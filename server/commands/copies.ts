import { join } from 'node:path'
import type { Config } from '../config.ts'
import { backup } from '../db/backup.ts'
import type { Manifest } from '../db/backupFormat.ts'
import { migrate } from '../db/migrate.ts'
import { restore } from '../db/restore.ts'
import type { Command } from './command.ts'

/** As the storage of services/create.ts has it. */
const uploadsOf = ({ dataDir }: Config): string => join(dataDir, 'files')

const countOf = ({ tables, files }: Manifest): string =>
  `${tables.length} tables, ${tables.reduce((sum, { rows }) => sum + rows, 0)} rows, ${files.length} files`

export const migrateCommand: Command = {
  takes: '',
  does: '升级数据库 (bring the database to this release)',
  run: async ({ connection, superuser, print }) => {
    await migrate(connection, superuser)
    print('数据库已是最新 (the database is up to date)')
  },
}

export const backupCommand: Command = {
  takes: '<file>',
  does: '备份数据库和上传的文件，可在服务运行时进行 (copy database and uploads into one file)',
  run: async ({ config, connection, print }, file = '') => {
    const manifest = await backup(connection, uploadsOf(config), file)
    print(`已备份 (backed up): ${file}, ${countOf(manifest)}`)
  },
}

export const restoreCommand: Command = {
  takes: '<file>',
  does: '恢复到空数据库，所有人需重新登录 (restore into an empty database)',
  run: async ({ config, connection, print }, file = '') => {
    const manifest = await restore(connection, uploadsOf(config), file)
    print(`已恢复 (restored): ${file}, ${countOf(manifest)}`)
  },
}
