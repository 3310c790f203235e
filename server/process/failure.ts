import { plainMessage } from './log.ts'

type Cause = { code: string; path: string | undefined; error: Error }

const causesOf = (error: unknown): Cause[] => {
  const found: Cause[] = []
  for (let at = error; at instanceof Error && found.length < 5; at = at.cause) {
    const code = 'code' in at ? String(at.code) : ''
    found.push({ code, path: 'path' in at ? String(at.path) : undefined, error: at })
  }
  return found
}

/** The file system's two, and PostgreSQL's. */
const FULL = new Set(['ENOSPC', 'EDQUOT', '53100'])
const FORBIDDEN = new Set(['EACCES', 'EPERM', 'EROFS'])
const NO_FOLDER = new Set(['ENOTDIR', 'EEXIST'])

const isFull = ({ code, error }: Cause) =>
  FULL.has(code) || /No space left on device|Disk quota exceeded/.test(error.message)

export const isDiskFull = (error: unknown): boolean => causesOf(error).some(isFull)

/** For the person at the terminal: what to do, and never what a query was given. */
export const sentenceFor = (error: unknown): string => {
  const causes = causesOf(error)
  if (causes.some(isFull)) return '磁盘已满：请腾出空间后再试；the disk is full'
  const forbidden = causes.find(({ code, path }) => path !== undefined && FORBIDDEN.has(code))
  if (forbidden)
    return `没有权限读写 ${forbidden.path} (${forbidden.code})：请更改它的属主或权限，或换一个位置；this user may not write there`
  const noFolder = causes.find(({ code, path }) => path !== undefined && NO_FOLDER.has(code))
  if (noFolder)
    return `${noFolder.path} 不是文件夹 (${noFolder.code})：请换一个 DATA_DIR; a file stands where a folder is needed`
  // Drizzle's error holds the query and its values; what PostgreSQL said is its cause.
  const told = causes.find(({ error: cause }) => !('params' in cause))?.error ?? error
  return told instanceof Error ? plainMessage(told) : String(told)
}
