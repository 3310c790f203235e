import { execFileSync } from 'node:child_process'

import { createFolder } from './folder.ts'

/** Puts an empty disk of so many kilobytes over a folder; the answer takes it away again. */
export const mountSmallDisk = (path: string, kilobytes: number) => {
  const options = ['-t', 'tmpfs', '-o', `size=${kilobytes}k,mode=755`, 'none', path]
  execFileSync('mount', options, { stdio: 'ignore' })
  return () => void execFileSync('umount', ['--lazy', path])
}

const tryToMount = async () => {
  if (process.platform !== 'linux' || process.getuid?.() !== 0) return false
  const { path, remove } = await createFolder('disk')
  try {
    mountSmallDisk(path, 64)()
    return true
  } catch {
    return false
  } finally {
    await remove()
  }
}

export const canMount = await tryToMount()
