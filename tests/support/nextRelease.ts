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

const alterSql = `ALTER TABLE "lawyers" ADD CONSTRAINT "lawyers_nickname_length" CHECK (char_length("nickname") <= 40) NOT VALID;${separator}
ALTER TABLE "lawyers" VALIDATE CONSTRAINT "lawyers_nickname_length";${separator}
ALTER TABLE "lawyers" ALTER COLUMN "nickname" SET DEFAULT '无';${separator}
ALTER TABLE "cards" DROP CONSTRAINT "cards_position_fk";${separator}
ALTER TABLE "cards" ADD CONSTRAINT "cards_position_fk" FOREIGN KEY ("firm_id","post_code")
  REFERENCES "positions" ("firm_id","post_code") DEFERRABLE INITIALLY DEFERRED;${separator}
DROP POLICY "read_every_firm" ON "positions";${separator}
CREATE POLICY "read_every_firm" ON "positions" FOR SELECT USING (current_setting('app.every_firm', true) = 'on');`

/** Adds only, and changes the rules of tables with rows. */
export const altered: readonly Migration[] = [...expanded, toMigration('0002_alter', version + 2, alterSql)]

/** Also removes what the present program uses. */
export const contracted: readonly Migration[] = [
  ...expanded,
  toMigration('0002_contract', version + 2, contractSql),
]
