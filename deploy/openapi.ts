// Writes the description of every served call as files of a release: `npm run openapi`, or `npm run openapi -- FILE`. It is what
// `/api/openapi.json` answers under the standard path; beside it stand its types for programs in TypeScript.
import { writeFile } from 'node:fs/promises'

import { servedCalls } from '../server/routes/served.ts'
import { describeCalls } from '../server/http/openapi.ts'
import { standardPaths } from '../server/http/paths.ts'
import { type ApiDescription, clientTypes } from './clientTypes.ts'

const [file = 'openapi.json'] = process.argv.slice(2)
const description = describeCalls(
  servedCalls,
  process.env['npm_package_version'] ?? '',
  standardPaths.apiPath,
)
const typesFile = `${file.replace(/\.json$/, '')}.d.ts`
await writeFile(file, `${JSON.stringify(description, null, 2)}\n`)
// The operations are plain objects in the type of `describeCalls`.
await writeFile(typesFile, clientTypes(description as ApiDescription))
process.stderr.write(`${file}, ${typesFile}: OpenAPI ${description.openapi}, ${servedCalls.length} calls\n`)
