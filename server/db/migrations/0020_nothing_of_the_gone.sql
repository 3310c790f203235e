-- The owner is to reach every firm's rows for once.
ALTER TABLE "cards" NO FORCE ROW LEVEL SECURITY;--> statement-breakpoint
ALTER TABLE "articles" NO FORCE ROW LEVEL SECURITY;--> statement-breakpoint
ALTER TABLE "lawyers" NO FORCE ROW LEVEL SECURITY;--> statement-breakpoint
ALTER TABLE "admins" NO FORCE ROW LEVEL SECURITY;--> statement-breakpoint
ALTER TABLE "article_lawyers" NO FORCE ROW LEVEL SECURITY;--> statement-breakpoint
ALTER TABLE "transfer_requests" NO FORCE ROW LEVEL SECURITY;--> statement-breakpoint
ALTER TABLE "security_questions" NO FORCE ROW LEVEL SECURITY;--> statement-breakpoint
-- Cards and articles held the id of who removed them where people held the name; the removal was their last change.
UPDATE "cards" SET "deleted_by" = "updated_by_name" WHERE "deleted_at" IS NOT NULL AND "deleted_by" ~ '^[12]:[0-9]+$';--> statement-breakpoint
UPDATE "articles" SET "deleted_by" = "updated_by_name" WHERE "deleted_at" IS NOT NULL AND "deleted_by" ~ '^[12]:[0-9]+$';--> statement-breakpoint
-- What was left of people who had been removed for good.
DELETE FROM "transfer_requests" t WHERE NOT EXISTS (SELECT FROM "lawyers" l WHERE l.id = t.lawyer_id);--> statement-breakpoint
DELETE FROM "security_questions" q WHERE NOT EXISTS (SELECT FROM "lawyers" l WHERE q.population = 2 AND l.id = q.user_id)
  AND NOT EXISTS (SELECT FROM "admins" a WHERE q.population = 1 AND a.id = q.user_id);--> statement-breakpoint
DELETE FROM "article_lawyers" n WHERE NOT EXISTS (SELECT FROM "lawyers" l WHERE l.id = n.lawyer_id);--> statement-breakpoint
UPDATE "articles" a SET "lawyer_ids" = array(SELECT named.id FROM unnest(a.lawyer_ids) WITH ORDINALITY AS named(id, place)
  WHERE EXISTS (SELECT FROM "lawyers" l WHERE l.id = named.id) ORDER BY named.place)
  WHERE a.deleted_at IS NOT NULL AND EXISTS (SELECT FROM unnest(a.lawyer_ids) AS named(id)
    WHERE NOT EXISTS (SELECT FROM "lawyers" l WHERE l.id = named.id));--> statement-breakpoint
ALTER TABLE "cards" FORCE ROW LEVEL SECURITY;--> statement-breakpoint
ALTER TABLE "articles" FORCE ROW LEVEL SECURITY;--> statement-breakpoint
ALTER TABLE "lawyers" FORCE ROW LEVEL SECURITY;--> statement-breakpoint
ALTER TABLE "admins" FORCE ROW LEVEL SECURITY;--> statement-breakpoint
ALTER TABLE "article_lawyers" FORCE ROW LEVEL SECURITY;--> statement-breakpoint
ALTER TABLE "transfer_requests" FORCE ROW LEVEL SECURITY;--> statement-breakpoint
ALTER TABLE "security_questions" FORCE ROW LEVEL SECURITY;
