// Writes the description of every served call as files of a release: `npm run openapi`, or `npm run openapi -- FILE`. It is what
// `/api/openapi.json` answers under the standard path; beside it stand its types for programs in TypeScript. With `EXTENSIONS`,
// the calls and fields of these are among them.
import { writeFile } from 'node:fs/promises'

import { type ApiDescription, clientTypes } from './clientTypes.ts'

// The hooks replace files of the product, and so come before whatever imports these.
if (process.env['EXTENSIONS']) await import('../extend/load/hooks.ts')
const [{ servedCalls }, { describeCalls }, { standardPaths }] = await Promise.all([
  import('../server/routes/served.ts'),
  import('../server/http/openapi.ts'),
  import('../server/http/paths.ts'),
])

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
