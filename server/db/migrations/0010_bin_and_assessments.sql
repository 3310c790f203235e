ALTER TABLE "lawyers" ADD COLUMN "assessed_years" integer[] DEFAULT '{}' NOT NULL;--> statement-breakpoint
CREATE INDEX "articles_deleted" ON "articles" USING btree ("firm_id","deleted_at") WHERE deleted_at is not null;--> statement-breakpoint
CREATE INDEX "cards_deleted" ON "cards" USING btree ("firm_id","deleted_at") WHERE deleted_at is not null;--> statement-breakpoint
CREATE INDEX "admins_deleted" ON "admins" USING btree ("firm_id","deleted_at") WHERE deleted_at is not null;--> statement-breakpoint
CREATE INDEX "lawyers_assessed" ON "lawyers" USING btree ("firm_id","organization_id","assessed_years") WHERE status = 1 and person_type = 1 and deleted_at is null;--> statement-breakpoint
CREATE INDEX "lawyers_deleted" ON "lawyers" USING btree ("firm_id","deleted_at") WHERE deleted_at is not null;--> statement-breakpoint
CREATE OR REPLACE FUNCTION assessed_years() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  NEW.assessed_years := ARRAY(
    SELECT DISTINCT (it ->> 'year')::int FROM jsonb_array_elements(NEW.assessments) AS it ORDER BY 1);
  RETURN NEW;
END $$;--> statement-breakpoint
CREATE TRIGGER assessed_years BEFORE INSERT OR UPDATE OF assessments ON "lawyers" FOR EACH ROW EXECUTE FUNCTION assessed_years();--> statement-breakpoint
-- The owner is to reach every firm's rows for once.
ALTER TABLE "lawyers" NO FORCE ROW LEVEL SECURITY;--> statement-breakpoint
UPDATE "lawyers" SET assessments = assessments WHERE assessments <> '[]';--> statement-breakpoint
ALTER TABLE "lawyers" FORCE ROW LEVEL SECURITY;
