import { type Migration, readMigrations, toMigration } from '../../server/db/migrations.ts'

// Migrations of a release that does not exist: it adds a column with an index first, and removes a column afterwards.

const present = readMigrations()
const version = present.at(-1)!.version

const separator = '--> statement-breakpoint'

const expandSql = `ALTER TABLE "lawyers" ADD COLUMN "nickname" text DEFAULT '' NOT NULL;${separator}
-- On a table with many rows.
CREATE INDEX CONCURRENTLY "lawyers_nickname" ON "lawyers" ("firm_id","nickname");`

const contractSql = `-- breaking: processes of the earlier release read lawyers.team
ALTER TABLE "lawyers" DROP COLUMN "team";`

/** Adds only, so that the present program goes on beside it. */
export const expanded: readonly Migration[] = [...present, toMigration('0001_expand', version + 1, expandSql)]

/** Also removes what the present program uses. */
export const contracted: readonly Migration[] = [
  ...expanded,
  toMigration('0002_contract', version + 2, contractSql),
]
