// Writes the description of every served call as a file of a release: `npm run openapi`, or `npm run openapi -- FILE`. It is what
// `/api/openapi.json` answers under the standard path.
import { writeFile } from 'node:fs/promises'

import { servedCalls } from '../server/routes/served.ts'
import { describeCalls } from '../server/http/openapi.ts'
import { standardPaths } from '../server/http/paths.ts'

const [file = 'openapi.json'] = process.argv.slice(2)
const description = describeCalls(
  servedCalls,
  process.env['npm_package_version'] ?? '',
  standardPaths.apiPath,
)
await writeFile(file, `${JSON.stringify(description, null, 2)}\n`)
process.stderr.write(`${file}: OpenAPI ${description.openapi}, ${servedCalls.length} calls\n`)
