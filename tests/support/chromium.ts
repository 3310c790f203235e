import { accessSync, constants } from 'node:fs'
import { delimiter, join } from 'node:path'
import { installPackages, whyNoPackages } from './packages.ts'

const NAMES = ['chromium', 'google-chrome', 'google-chrome-stable', 'chromium-browser']

const isProgram = (path: string): boolean => {
  try {
    accessSync(path, constants.X_OK)
    return true
  } catch {
    return false
  }
}

const find = (): string | undefined => {
  const folders = (process.env['PATH'] ?? '').split(delimiter)
  const candidates = NAMES.flatMap(name => folders.map(folder => join(folder, name)))
  return [process.env['CHROMIUM_PATH'], ...candidates].find(path => path && isProgram(path))
}

/** The browser of the end-to-end tests: CHROMIUM_PATH, one on the PATH, or Debian's. */
export const ensureChromium = (): string => {
  const found = find()
  if (found) return found
  const reason = whyNoPackages()
  if (!reason && installPackages('chromium', 'fonts-noto-cjk')) {
    const installed = find()
    if (installed) return installed
  }
  throw new Error(
    `找不到 Chromium：请安装 chromium 或 google-chrome，或设置 CHROMIUM_PATH (no Chromium found: install one or set CHROMIUM_PATH${reason ? `; ${reason}` : ''})`,
  )
}
