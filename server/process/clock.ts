import { readFileSync } from 'node:fs'

/** The file holds milliseconds to add to the time (a test facility); an absent or empty file adds none. */
export const createClock = (offsetFile: string | undefined): (() => Date) => {
  if (!offsetFile) return () => new Date()
  const offset = (): number => {
    try {
      return Number(readFileSync(offsetFile, 'utf8').trim()) || 0
    } catch {
      return 0
    }
  }
  return () => new Date(Date.now() + offset())
}
