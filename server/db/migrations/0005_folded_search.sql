ALTER TABLE "logs" drop column "search";--> statement-breakpoint
ALTER TABLE "logs" ADD COLUMN "search" text GENERATED ALWAYS AS (lower(normalize(summary || ' ' || operator_name || ' ' || coalesce(target_name, ''), NFKC))) STORED;--> statement-breakpoint
-- The owner is to reach every firm's rows for once.
ALTER TABLE "articles" NO FORCE ROW LEVEL SECURITY;--> statement-breakpoint
UPDATE "articles" SET "search" = lower(normalize("search", NFKC)) WHERE "search" <> lower(normalize("search", NFKC));--> statement-breakpoint
ALTER TABLE "articles" FORCE ROW LEVEL SECURITY;--> statement-breakpoint
-- The owner is to reach every firm's rows for once.
ALTER TABLE "cards" NO FORCE ROW LEVEL SECURITY;--> statement-breakpoint
UPDATE "cards" SET "search" = lower(normalize("search", NFKC)) WHERE "search" <> lower(normalize("search", NFKC));--> statement-breakpoint
ALTER TABLE "cards" FORCE ROW LEVEL SECURITY;--> statement-breakpoint
-- The owner is to reach every firm's rows for once.
ALTER TABLE "offices" NO FORCE ROW LEVEL SECURITY;--> statement-breakpoint
UPDATE "offices" SET "search" = lower(normalize("search", NFKC)) WHERE "search" <> lower(normalize("search", NFKC));--> statement-breakpoint
ALTER TABLE "offices" FORCE ROW LEVEL SECURITY;--> statement-breakpoint
-- The owner is to reach every firm's rows for once.
ALTER TABLE "admins" NO FORCE ROW LEVEL SECURITY;--> statement-breakpoint
UPDATE "admins" SET "search" = lower(normalize("search", NFKC)) WHERE "search" <> lower(normalize("search", NFKC));--> statement-breakpoint
ALTER TABLE "admins" FORCE ROW LEVEL SECURITY;--> statement-breakpoint
-- The owner is to reach every firm's rows for once.
ALTER TABLE "lawyers" NO FORCE ROW LEVEL SECURITY;--> statement-breakpoint
UPDATE "lawyers" SET "search" = lower(normalize("search", NFKC)) WHERE "search" <> lower(normalize("search", NFKC));--> statement-breakpoint
ALTER TABLE "lawyers" FORCE ROW LEVEL SECURITY;--> statement-breakpoint
-- The owner is to reach every firm's rows for once.
ALTER TABLE "announcements" NO FORCE ROW LEVEL SECURITY;--> statement-breakpoint
UPDATE "announcements" SET "search" = lower(normalize("search", NFKC)) WHERE "search" <> lower(normalize("search", NFKC));--> statement-breakpoint
ALTER TABLE "announcements" FORCE ROW LEVEL SECURITY;
