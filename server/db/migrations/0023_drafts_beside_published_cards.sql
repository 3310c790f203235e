-- What is published keeps its review state (2) while its owner writes a change of it; a draft (0) has nothing published.
-- The owner of the table is to reach every firm's rows for once.
ALTER TABLE "cards" NO FORCE ROW LEVEL SECURITY;--> statement-breakpoint
UPDATE "cards" SET "audit_status" = 2 WHERE "audit_status" = 0 AND "published" IS NOT NULL;--> statement-breakpoint
ALTER TABLE "cards" FORCE ROW LEVEL SECURITY;
