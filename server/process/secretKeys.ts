import { randomBytes } from 'node:crypto'
import { mkdir, readFile, rename, writeFile } from 'node:fs/promises'
import { join } from 'node:path'

import { sealOf } from './auditSeal.ts'
import type { ServerConfig } from './config.ts'

// The keys that encrypt secrets in the database: those of second factors, webhooks, text messages and the connections of
// 系统配置. Whoever loses them locks people out, so they are not the key of the log, and can be replaced.

let currentKeys: readonly string[] = []
/** The keys of this process: the first one encrypts, and each of them decrypts. */
export const useSecretKeys = (keys: readonly string[]): void => {
  currentKeys = keys
}

/**
 * The keys for decrypting, in their order. Earlier releases used the key of the log, which is also used where there is no
 * other. A process without any key, as in tests, has a fixed one.
 */
export const decryptionKeys = (): readonly string[] => {
  const logKey = sealOf()?.key
  const keys = [...currentKeys, ...(logKey === undefined ? [] : [logKey])]
  return keys.length > 0 ? keys : ['no key']
}

const fileOf = ({ dataDir }: Pick<ServerConfig, 'dataDir'>) => join(dataDir, 'secret.key')
const newKey = () => randomBytes(32).toString('base64url')

const keysIn = async (file: string): Promise<string[] | null> => {
  const text = await readFile(file, 'utf8').catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return null
    throw error
  })
  if (text === null) return null
  const keys = text
    .split('\n')
    .map(line => line.trim())
    .filter(line => line !== '')
  if (keys.length === 0 || keys.some(key => key.length < 32))
    throw new Error(`${file}: 密钥不完整，请从备份中恢复该文件；a key is damaged`)
  return keys
}

type KeyConfig = Pick<ServerConfig, 'secretKey' | 'formerSecretKey' | 'auditKey' | 'dataDir'>

/**
 * Reads SECRET_KEY and SECRET_KEY_FORMER, which all processes on one database share, or `DATA_DIR/secret.key`, which the
 * first writing process creates. With AUDIT_KEY alone, processes may have different folders, and share that key as before.
 */
export const openSecretKeys = async (config: KeyConfig, mayCreate: boolean): Promise<string[]> => {
  const { secretKey, formerSecretKey, auditKey } = config
  const former = formerSecretKey === undefined ? [] : [formerSecretKey]
  if (secretKey !== undefined) return [secretKey, ...former]
  const file = fileOf(config)
  if (mayCreate && auditKey === undefined) {
    await mkdir(config.dataDir, { recursive: true, mode: 0o700 })
    // If two processes start for the first time at once, the second uses the file of the first.
    await writeFile(file, `${newKey()}\n`, { mode: 0o600, flag: 'wx' }).catch(
      (error: NodeJS.ErrnoException) => {
        if (error.code !== 'EEXIST') throw error
      },
    )
  }
  return [...((await keysIn(file)) ?? []), ...former]
}

/** Puts a new key before those of `DATA_DIR/secret.key`; returns the path. */
export const addSecretKey = async (config: Pick<ServerConfig, 'dataDir'>): Promise<string> => {
  const file = fileOf(config)
  const keys = (await keysIn(file)) ?? []
  await writeFile(`${file}.new`, [newKey(), ...keys].map(key => `${key}\n`).join(''), { mode: 0o600 })
  await rename(`${file}.new`, file)
  return file
}
