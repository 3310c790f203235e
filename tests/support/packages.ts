import { spawnSync } from 'node:child_process'

const isThere = (command: string): boolean =>
  spawnSync(command, ['--version'], { stdio: 'ignore' }).error === undefined

/** The reason why system packages cannot be installed here; undefined if they can. */
export const whyNoPackages = (): string | undefined => {
  if (!isThere('apt-get')) return 'apt-get is not available'
  if (process.getuid?.() !== 0) return 'not running as root'
  return undefined
}

export const installPackages = (...names: string[]): boolean => {
  const env = { ...process.env, DEBIAN_FRONTEND: 'noninteractive' }
  const apt = (...args: string[]): boolean =>
    spawnSync('apt-get', ['-q', ...args], { stdio: ['ignore', 2, 2], env }).status === 0
  return apt('update') && apt('install', '-y', '--no-install-recommends', ...names)
}
