// Writes the first migration anew from `tables.ts` and the SQL files of this folder, when it is run with Node
// (`node server/db/baseline/generate.ts`). Once 1.0.0 is released, its databases exist and this migration stays
// as it is; `npx drizzle-kit generate` then writes the next one.
import { execFileSync } from 'node:child_process'
import { mkdir, readFile, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'

const root = join(import.meta.dirname, '../../..')
/** Relative to the project, as the generator demands; another folder is for comparing. */
const [folder = 'server/db/migrations'] = process.argv.slice(2)
const file = join(root, folder, '0000_baseline.sql')
const separator = '\n--> statement-breakpoint\n'

const replaceOnce = (text: string, part: string, replacement: string): string => {
  if (text.split(part).length !== 2) throw new Error(`not once in the generated SQL: ${part}`)
  return text.replace(part, replacement)
}

/**
 * The generator knows no partitioned tables. Each partition of the log has its own unique rules: those of the whole
 * table would have to contain the time (db/rules/logMonths.ts).
 */
const partitioned = (statement: string): string =>
  replaceOnce(
    statement,
    ',\n\tCONSTRAINT "logs_firm_id_id_pk" PRIMARY KEY("firm_id","id")\n);',
    '\n) PARTITION BY RANGE ("created_at");',
  )

/** Puts foreign keys last: the generator puts them before the unique indexes that some of them refer to. */
const arranged = (generated: string): string => {
  const statements = generated
    .split('--> statement-breakpoint')
    .map(statement => statement.trim())
    .filter(statement => !statement.startsWith('CREATE UNIQUE INDEX "logs_seq"'))
    .map(statement => (statement.startsWith('CREATE TABLE "logs"') ? partitioned(statement) : statement))
  const isForeignKey = (statement: string) => statement.includes(' FOREIGN KEY ')
  const tablesAndIndexes = statements.filter(statement => !isForeignKey(statement))
  return [...tablesAndIndexes, ...statements.filter(isForeignKey)].join(separator)
}

const generate = [
  'generate',
  '--name=baseline',
  '--dialect=postgresql',
  '--casing=snake_case',
  '--schema=server/db/tables.ts',
]

const handWritten = (name: string) => readFile(join(import.meta.dirname, name), 'utf8')

await rm(join(root, folder), { recursive: true, force: true })
await mkdir(join(root, folder))
execFileSync(join(root, 'node_modules/.bin/drizzle-kit'), [...generate, `--out=${folder}`], {
  cwd: root,
  stdio: 'inherit',
})
const tables = arranged(await readFile(file, 'utf8'))
const parts = [tables, await handWritten('logs.sql'), await handWritten('triggers.sql')]
await writeFile(file, `${parts.map(part => part.trim()).join(separator)}\n`)
