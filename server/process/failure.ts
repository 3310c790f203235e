import { plainMessage } from './log.ts'

type Cause = { code: string; path: string | undefined; error: Error }

const causesOf = (error: unknown): Cause[] => {
  const found: Cause[] = []
  for (let current = error; current instanceof Error && found.length < 5; current = current.cause) {
    const code = 'code' in current ? String(current.code) : ''
    found.push({ code, path: 'path' in current ? String(current.path) : undefined, error: current })
  }
  return found
}

/** The file system's two codes for a full disk, and PostgreSQL's. */
const FULL = new Set(['ENOSPC', 'EDQUOT', '53100'])
const FORBIDDEN = new Set(['EACCES', 'EPERM', 'EROFS'])
const NO_FOLDER = new Set(['ENOTDIR', 'EEXIST'])

const isFull = ({ code, error }: Cause) =>
  FULL.has(code) || /No space left on device|Disk quota exceeded/.test(error.message)

export const isDiskFull = (error: unknown): boolean => causesOf(error).some(isFull)

/** PostgreSQL's codes for a corrupted page or index, and for an I/O error. */
const DAMAGED = new Set(['XX001', 'XX002', '58030'])
/** PostgreSQL uses `58P01` for missing libraries too. */
const isLostFile = ({ code, error }: Cause) =>
  code === '58P01' && /^could not open file "(base|global|pg_)/.test(error.message)

/** PostgreSQL's message about damaged or lost database files; undefined for other errors. */
export const databaseDamageIn = (error: unknown): string | undefined => {
  const found = causesOf(error).find(cause => DAMAGED.has(cause.code) || isLostFile(cause))
  return found && plainMessage(found.error)
}

/** Says what is broken and what to do, followed by PostgreSQL's own message. */
export const damageSentence = (original: string) =>
  `数据库的文件已损坏或丢失：请先检查磁盘，再用最近的备份恢复到新的 DATA_DIR 或新的数据库（npm run cli -- restore <备份文件>），不要删除原来的目录；files of the database are damaged or lost: check the disk, then restore a backup into a new folder or database\n${original}`

/** A message for the person at the terminal: it says what to do, and never shows a query's values. */
export const failureMessage = (error: unknown): string => {
  const causes = causesOf(error)
  if (causes.some(isFull)) return '磁盘已满：请腾出空间后再试；the disk is full'
  const damage = databaseDamageIn(error)
  if (damage !== undefined) return damageSentence(damage)
  const forbidden = causes.find(({ code, path }) => path !== undefined && FORBIDDEN.has(code))
  if (forbidden)
    return `没有权限读写 ${forbidden.path} (${forbidden.code})：请更改它的属主或权限，或换一个位置；this user may not write there`
  const noFolder = causes.find(({ code, path }) => path !== undefined && NO_FOLDER.has(code))
  if (noFolder)
    return `${noFolder.path} 不是文件夹 (${noFolder.code})：请换一个 DATA_DIR; a file stands where a folder is needed`
  // Drizzle's error contains the query and its values; its cause has PostgreSQL's message.
  const shownError = causes.find(({ error: cause }) => !('params' in cause))?.error ?? error
  return shownError instanceof Error ? plainMessage(shownError) : String(shownError)
}
