import { accessSync, constants } from 'node:fs'
import { delimiter, join } from 'node:path'
import { installPackages, whyNoPackages } from './packages.ts'

/** Debian's Chromium without a window frame; the full browser would also draw the frame for each page. */
const SHELL = 'chromium-headless-shell'
const WHOLE = ['chromium', 'google-chrome', 'google-chrome-stable', 'chromium-browser']
const FONT = 'fonts-noto-cjk'

const isProgram = (path: string): boolean => {
  try {
    accessSync(path, constants.X_OK)
    return true
  } catch {
    return false
  }
}

const find = (...names: string[]): string | undefined => {
  const folders = (process.env['PATH'] ?? '').split(delimiter)
  const candidates = names.flatMap(name => folders.map(folder => join(folder, name)))
  return [process.env['CHROMIUM_PATH'], ...candidates].find(path => path && isProgram(path))
}

/**
 * The browser of the end-to-end tests: CHROMIUM_PATH, Debian's headless shell (which needs a third less CPU
 * time), or any other.
 */
export const ensureChromium = (): string => {
  const reason = whyNoPackages()
  const install = (name: string) => (!reason && installPackages(name, FONT) ? find(name) : undefined)
  const found = find(SHELL) ?? install(SHELL) ?? find(...WHOLE) ?? install('chromium')
  if (found) return found
  throw new Error(
    `找不到 Chromium：请安装 chromium 或 google-chrome，或设置 CHROMIUM_PATH (no Chromium found: install one or set CHROMIUM_PATH${reason ? `; ${reason}` : ''})`,
  )
}
