import { writeFile } from 'node:fs/promises'
import { join, resolve } from 'node:path'
import { filesFolder, lastBackupFile } from '../process/config.ts'
import { backup } from '../db/backup/backup.ts'
import type { Manifest } from '../db/backup/backupFormat.ts'
import { restoreInto, withBackup } from '../db/backup/restore.ts'
import type { Command, OfflineCommand } from './command.ts'
import { migrate } from '../db/migrate.ts'
import { prepareDatabase } from './prepare.ts'

const countOf = ({ tables, files }: Manifest): string =>
  `${tables.length} tables, ${tables.reduce((sum, { rows }) => sum + rows, 0)} rows, ${files.length} files`

export const migrateCommand: Command = {
  takes: '',
  does: '升级数据库 (upgrade the database to this release)',
  run: async ({ print, ...tools }) => {
    await prepareDatabase({ ...tools, uploads: filesFolder(tools.config) }, () => Promise.resolve())
    print('数据库已是最新 (the database is up to date)')
  },
}

export const backupCommand: Command = {
  takes: '<file>',
  does: '备份数据库和上传的文件，可在服务运行时进行 (copy database and uploads into one file)',
  run: async ({ config, owner, print }, file = '') => {
    const manifest = await backup(owner, filesFolder(config), file)
    const note = { at: manifest.createdAt, file: resolve(file) }
    // A failure to write the note affects only what `status` reports about the last backup.
    await writeFile(join(config.dataDir, lastBackupFile), JSON.stringify(note)).catch(() => undefined)
    print(`已备份 (backed up): ${file}, ${countOf(manifest)}`)
    if (config.bucket)
      print(
        `存储桶 ${config.bucket.url} 中的文件不在备份内，请另行备份；the files in the bucket are not in this backup`,
      )
  },
}

export const restoreCommand: OfflineCommand = {
  takes: '<file>',
  does: '恢复到空数据库，所有人需重新登录 (restore into an empty database)',
  runOffline: (connect, file = '') =>
    // The backup is verified before a database is started or created.
    withBackup(file, backup =>
      connect(async ({ config, connection, owner, superuser, print }) => {
        const manifest = await restoreInto(owner, filesFolder(config), file, backup)
        await migrate(owner, { superuser, server: connection })
        print(`已恢复 (restored): ${file}, ${countOf(manifest)}`)
        if (config.bucket)
          print(
            `备份中的文件在 ${filesFolder(config)}，请自行复制到存储桶 ${config.bucket.url}; restore does not write to the bucket: copy the files there yourself`,
          )
      }),
    ),
}
