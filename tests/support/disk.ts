import { execFileSync } from 'node:child_process'

import { createFolder } from './folder.ts'

/** Mounts an empty disk of this many kilobytes over a folder; the returned function unmounts it. */
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
