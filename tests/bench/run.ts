// Runs one measurement by its name; without a name, lists them: `npm run bench [-- name [arguments]]`.
import { spawnSync } from 'node:child_process'
import { join } from 'node:path'

import { ensureServerBuild } from '../support/serverBuild.ts'

/** What each file of this folder with that name measures. */
const measurements = new Map([
  ['calls', 'calls a second, compared with a bare server'],
  ['directory', 'the comparison of a directory of 20,000 people [first]'],
  ['endurance', 'long and sudden loads [minutes]'],
  ['exports', 'an export of 100,000 log rows'],
  ['failover', 'the change to a standby under load'],
  ['firms', 'a firm alone, and one beside 1,000 others'],
  ['firstLoad', 'loading of pages on a slow phone, compared with react-admin [addresses]'],
  ['idle', 'processor time without any calls [minutes]'],
  ['imports', 'memory of an import of 5,000 people and 40 portraits [addresses]'],
  ['largeUpload', 'an interrupted upload of 300 MB'],
  ['lists', 'lists of a million rows, compared with 10,000 [a list]'],
  ['opening', 'forms and further rows of a list, from the click [addresses]'],
  ['rehearsals', 'rehearsals of rules on 5,000 revisions and 10,000 decisions of the demo firm'],
  ['searches', 'searches where no superuser can mark functions, compared with marked ones [a search]'],
  ['table', 'a table of a hundred rows, compared with react-admin’s'],
  ['typing', 'time from a key press to its painted frame [addresses]'],
  ['visits', 'memory of a tab after 50 visits'],
  ['wapiti', 'a security scan with wapiti [minutes]'],
])

const listed = () => [...measurements].map(([name, what]) => `${name.padEnd(12)} ${what}\n`).join('')

const [name, ...args] = process.argv.slice(2)
if (name === undefined) process.stdout.write(listed())
else if (measurements.has(name)) {
  ensureServerBuild()
  const script = join(import.meta.dirname, `${name}.ts`)
  process.exitCode = spawnSync(process.execPath, [script, ...args], { stdio: 'inherit' }).status ?? 1
} else {
  process.stderr.write(`There is no measurement “${name}”:\n${listed()}`)
  process.exitCode = 1
}
