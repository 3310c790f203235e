import { execFileSync } from 'node:child_process'
import { join } from 'node:path'

const root = join(import.meta.dirname, '../..')
/** Set for the workers of a run, which then don't look at every source again. */
const BUILT = 'TENANT_ADMIN_SERVER_IS_BUILT'

/** Builds the server's files unless they are newer than every source; a test that starts the server runs them. */
export const ensureServerBuild = (): void => {
  if (process.env[BUILT]) return
  execFileSync(process.execPath, [join(root, 'bootstrap.mjs'), 'build-server'], { stdio: ['ignore', 2, 2] })
  process.env[BUILT] = 'yes'
}
