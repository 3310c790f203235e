import { firmIds } from '../db/rules/firmIds.ts'
import { addSecretKey } from '../process/secretKeys.ts'
import { resealFirm } from '../services/operation/resealSecrets.ts'
import { type Command, type OfflineCommand, UsageError, withDatabase } from './command.ts'
import { readConfig } from '../process/config.ts'

export const newSecretKeyCommand: OfflineCommand = {
  takes: '',
  does: '在 DATA_DIR/secret.key 中加入新的密钥，重启后生效 (add a new key for secrets to DATA_DIR/secret.key, used after a restart)',
  runOffline: async () => {
    const config = readConfig()
    if (config.secretKey !== undefined || config.auditKey !== undefined)
      throw new UsageError(
        '密钥来自环境变量：请将 SECRET_KEY 改为新的密钥，原来的写入 SECRET_KEY_FORMER (the key comes from the environment: set SECRET_KEY to a new one, and SECRET_KEY_FORMER to the present one)',
      )
    const file = await addSecretKey(config)
    process.stdout.write(
      `${file}\n请重启所有进程，再运行 seal-secrets (restart all processes, then run seal-secrets)\n`,
    )
  },
}

export const sealSecretsCommand: Command = {
  takes: '',
  does: '用当前密钥重新加密数据库中的所有密文 (encrypt every secret in the database with the present key)',
  run: async ({ connection, log, print }) => {
    let unreadable = 0
    await withDatabase({ connection, log }, async database => {
      for (const firmId of await firmIds(connection)) {
        const result = await resealFirm(database, firmId)
        unreadable += result.unreadable
        print(`firm ${firmId}: ${result.sealed} 已加密 (sealed), ${result.unreadable} 无法读取 (unreadable)`)
      }
    })
    if (unreadable > 0)
      throw new Error(
        `${unreadable} 项密文无法用现有的密钥读取，请保留原来的密钥 (secrets that no key here decrypts: keep the former keys)`,
      )
    print('原来的密钥现在只有旧备份需要 (the former keys are needed for earlier backups only)')
  },
}
