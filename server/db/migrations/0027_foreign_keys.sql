DROP INDEX "cards_post";--> statement-breakpoint
CREATE UNIQUE INDEX "articles_firm_key" ON "articles" USING btree ("firm_id","article_id");--> statement-breakpoint
CREATE UNIQUE INDEX "categories_firm_key" ON "categories" USING btree ("firm_id","type_id");--> statement-breakpoint
CREATE UNIQUE INDEX "cards_firm_key" ON "cards" USING btree ("firm_id","id");--> statement-breakpoint
CREATE INDEX "cards_person" ON "cards" USING btree ("firm_id","lawyer_id");--> statement-breakpoint
CREATE UNIQUE INDEX "files_firm_key" ON "files" USING btree ("firm_id","path");--> statement-breakpoint
CREATE UNIQUE INDEX "offices_firm_key" ON "offices" USING btree ("firm_id","organization_id");--> statement-breakpoint
CREATE UNIQUE INDEX "lawyers_firm_key" ON "lawyers" USING btree ("firm_id","id");--> statement-breakpoint
CREATE INDEX "transfer_requests_lawyer" ON "transfer_requests" USING btree ("firm_id","lawyer_id");--> statement-breakpoint
CREATE UNIQUE INDEX "batches_firm_key" ON "batches" USING btree ("firm_id","id");--> statement-breakpoint
CREATE INDEX "cards_post" ON "cards" USING btree ("firm_id","post_code","deleted_at");--> statement-breakpoint
-- The owner is to reach every firm's rows for once.
ALTER TABLE "admins" NO FORCE ROW LEVEL SECURITY;--> statement-breakpoint
ALTER TABLE "announcements" NO FORCE ROW LEVEL SECURITY;--> statement-breakpoint
ALTER TABLE "article_lawyers" NO FORCE ROW LEVEL SECURITY;--> statement-breakpoint
ALTER TABLE "article_revisions" NO FORCE ROW LEVEL SECURITY;--> statement-breakpoint
ALTER TABLE "articles" NO FORCE ROW LEVEL SECURITY;--> statement-breakpoint
ALTER TABLE "batches" NO FORCE ROW LEVEL SECURITY;--> statement-breakpoint
ALTER TABLE "card_drafts" NO FORCE ROW LEVEL SECURITY;--> statement-breakpoint
ALTER TABLE "card_revisions" NO FORCE ROW LEVEL SECURITY;--> statement-breakpoint
ALTER TABLE "cards" NO FORCE ROW LEVEL SECURITY;--> statement-breakpoint
ALTER TABLE "categories" NO FORCE ROW LEVEL SECURITY;--> statement-breakpoint
ALTER TABLE "firms" NO FORCE ROW LEVEL SECURITY;--> statement-breakpoint
ALTER TABLE "lawyers" NO FORCE ROW LEVEL SECURITY;--> statement-breakpoint
ALTER TABLE "offices" NO FORCE ROW LEVEL SECURITY;--> statement-breakpoint
ALTER TABLE "positions" NO FORCE ROW LEVEL SECURITY;--> statement-breakpoint
ALTER TABLE "text_messages" NO FORCE ROW LEVEL SECURITY;--> statement-breakpoint
ALTER TABLE "transfer_requests" NO FORCE ROW LEVEL SECURITY;--> statement-breakpoint
-- What only says something about a row that is gone, and what names one where none may be named.
DELETE FROM "article_lawyers" t WHERE t.article_id IS NOT NULL AND NOT EXISTS (SELECT FROM "articles" r WHERE r.firm_id = t.firm_id AND r.article_id = t.article_id);--> statement-breakpoint
DELETE FROM "article_lawyers" t WHERE t.lawyer_id IS NOT NULL AND NOT EXISTS (SELECT FROM "lawyers" r WHERE r.firm_id = t.firm_id AND r.id = t.lawyer_id);--> statement-breakpoint
DELETE FROM "article_revisions" t WHERE t.article_id IS NOT NULL AND NOT EXISTS (SELECT FROM "articles" r WHERE r.firm_id = t.firm_id AND r.article_id = t.article_id);--> statement-breakpoint
UPDATE "articles" t SET "type_id" = NULL WHERE t.type_id IS NOT NULL AND NOT EXISTS (SELECT FROM "categories" r WHERE r.firm_id = t.firm_id AND r.type_id = t.type_id);--> statement-breakpoint
DELETE FROM "card_drafts" t WHERE t.lawyer_id IS NOT NULL AND NOT EXISTS (SELECT FROM "lawyers" r WHERE r.firm_id = t.firm_id AND r.id = t.lawyer_id);--> statement-breakpoint
DELETE FROM "card_revisions" t WHERE t.card_id IS NOT NULL AND NOT EXISTS (SELECT FROM "cards" r WHERE r.firm_id = t.firm_id AND r.id = t.card_id);--> statement-breakpoint
UPDATE "lawyers" t SET "batch_id" = NULL WHERE t.batch_id IS NOT NULL AND NOT EXISTS (SELECT FROM "batches" r WHERE r.firm_id = t.firm_id AND r.id = t.batch_id);--> statement-breakpoint
DELETE FROM "transfer_requests" t WHERE t.lawyer_id IS NOT NULL AND NOT EXISTS (SELECT FROM "lawyers" r WHERE r.firm_id = t.firm_id AND r.id = t.lawyer_id);--> statement-breakpoint
DELETE FROM "transfer_requests" t WHERE t.organization_id IS NOT NULL AND NOT EXISTS (SELECT FROM "offices" r WHERE r.firm_id = t.firm_id AND r.organization_id = t.organization_id);--> statement-breakpoint
DELETE FROM "transfer_requests" t WHERE t.to_id IS NOT NULL AND NOT EXISTS (SELECT FROM "offices" r WHERE r.firm_id = t.firm_id AND r.organization_id = t.to_id);--> statement-breakpoint
UPDATE "batches" t SET "organization_id" = NULL WHERE t.organization_id IS NOT NULL AND NOT EXISTS (SELECT FROM "offices" r WHERE r.firm_id = t.firm_id AND r.organization_id = t.organization_id);--> statement-breakpoint
DELETE FROM "text_messages" t WHERE t.lawyer_id IS NOT NULL AND NOT EXISTS (SELECT FROM "lawyers" r WHERE r.firm_id = t.firm_id AND r.id = t.lawyer_id);--> statement-breakpoint
-- What nobody but the firm can put right: the migration stops, and names the first of these rows.
DO $$
DECLARE
  found text;
BEGIN
  SELECT string_agg(format('%s %s (firm %s): %s = %s', name, id, firm_id, field, value), '; ') INTO found FROM (
    SELECT 'articles' AS name, t.firm_id, t.article_id AS id, 'organization_id' AS field, t.organization_id::text AS value FROM "articles" t WHERE t.organization_id IS NOT NULL AND NOT EXISTS (SELECT FROM "offices" r WHERE r.firm_id = t.firm_id AND r.organization_id = t.organization_id)
    UNION ALL
    SELECT 'cards' AS name, t.firm_id, t.id AS id, 'lawyer_id' AS field, t.lawyer_id::text AS value FROM "cards" t WHERE t.lawyer_id IS NOT NULL AND NOT EXISTS (SELECT FROM "lawyers" r WHERE r.firm_id = t.firm_id AND r.id = t.lawyer_id)
    UNION ALL
    SELECT 'cards' AS name, t.firm_id, t.id AS id, 'organization_id' AS field, t.organization_id::text AS value FROM "cards" t WHERE t.organization_id IS NOT NULL AND NOT EXISTS (SELECT FROM "offices" r WHERE r.firm_id = t.firm_id AND r.organization_id = t.organization_id)
    UNION ALL
    SELECT 'cards' AS name, t.firm_id, t.id AS id, 'post_code' AS field, t.post_code::text AS value FROM "cards" t WHERE t.post_code IS NOT NULL AND NOT EXISTS (SELECT FROM "positions" r WHERE r.firm_id = t.firm_id AND r.post_code = t.post_code)
    UNION ALL
    SELECT 'offices' AS name, t.firm_id, t.organization_id AS id, 'firm_id' AS field, t.firm_id::text AS value FROM "offices" t WHERE t.firm_id IS NOT NULL AND NOT EXISTS (SELECT FROM "firms" r WHERE r.firm_id = t.firm_id)
    UNION ALL
    SELECT 'admins' AS name, t.firm_id, t.id AS id, 'organization_id' AS field, t.organization_id::text AS value FROM "admins" t WHERE t.organization_id IS NOT NULL AND NOT EXISTS (SELECT FROM "offices" r WHERE r.firm_id = t.firm_id AND r.organization_id = t.organization_id)
    UNION ALL
    SELECT 'lawyers' AS name, t.firm_id, t.id AS id, 'organization_id' AS field, t.organization_id::text AS value FROM "lawyers" t WHERE t.organization_id IS NOT NULL AND NOT EXISTS (SELECT FROM "offices" r WHERE r.firm_id = t.firm_id AND r.organization_id = t.organization_id)
    UNION ALL
    SELECT 'announcements' AS name, t.firm_id, t.id AS id, 'id' AS field, t.id::text AS value FROM "announcements" t WHERE t.id IS NOT NULL AND NOT EXISTS (SELECT FROM "batches" r WHERE r.firm_id = t.firm_id AND r.id = t.id)
    UNION ALL
    SELECT 'announcements' AS name, t.firm_id, t.id AS id, 'organization_id' AS field, t.organization_id::text AS value FROM "announcements" t WHERE t.organization_id IS NOT NULL AND NOT EXISTS (SELECT FROM "offices" r WHERE r.firm_id = t.firm_id AND r.organization_id = t.organization_id)
    LIMIT 20
  ) orphans;
  IF found IS NOT NULL THEN
    RAISE EXCEPTION '数据中有记录指向不存在的律所、人员或职位，升级没有进行；请先用原来的版本更正：%; rows refer to others that do not exist', found
      USING ERRCODE = 'foreign_key_violation';
  END IF;
END $$;--> statement-breakpoint
-- The next migration looks at the rows that are there.
ALTER TABLE "article_lawyers" ADD CONSTRAINT "article_lawyers_article_fk" FOREIGN KEY ("firm_id","article_id") REFERENCES "public"."articles"("firm_id","article_id") ON DELETE cascade ON UPDATE no action NOT VALID;--> statement-breakpoint
ALTER TABLE "article_lawyers" ADD CONSTRAINT "article_lawyers_lawyer_fk" FOREIGN KEY ("firm_id","lawyer_id") REFERENCES "public"."lawyers"("firm_id","id") ON DELETE cascade ON UPDATE no action NOT VALID;--> statement-breakpoint
ALTER TABLE "article_revisions" ADD CONSTRAINT "article_revisions_article_fk" FOREIGN KEY ("firm_id","article_id") REFERENCES "public"."articles"("firm_id","article_id") ON DELETE cascade ON UPDATE no action NOT VALID;--> statement-breakpoint
ALTER TABLE "articles" ADD CONSTRAINT "articles_category_fk" FOREIGN KEY ("firm_id","type_id") REFERENCES "public"."categories"("firm_id","type_id") ON DELETE no action ON UPDATE no action NOT VALID;--> statement-breakpoint
ALTER TABLE "articles" ADD CONSTRAINT "articles_office_fk" FOREIGN KEY ("firm_id","organization_id") REFERENCES "public"."offices"("firm_id","organization_id") ON DELETE no action ON UPDATE no action NOT VALID;--> statement-breakpoint
ALTER TABLE "card_drafts" ADD CONSTRAINT "card_drafts_lawyer_fk" FOREIGN KEY ("firm_id","lawyer_id") REFERENCES "public"."lawyers"("firm_id","id") ON DELETE cascade ON UPDATE no action NOT VALID;--> statement-breakpoint
ALTER TABLE "card_revisions" ADD CONSTRAINT "card_revisions_card_fk" FOREIGN KEY ("firm_id","card_id") REFERENCES "public"."cards"("firm_id","id") ON DELETE cascade ON UPDATE no action NOT VALID;--> statement-breakpoint
ALTER TABLE "cards" ADD CONSTRAINT "cards_lawyer_fk" FOREIGN KEY ("firm_id","lawyer_id") REFERENCES "public"."lawyers"("firm_id","id") ON DELETE no action ON UPDATE no action NOT VALID;--> statement-breakpoint
ALTER TABLE "cards" ADD CONSTRAINT "cards_office_fk" FOREIGN KEY ("firm_id","organization_id") REFERENCES "public"."offices"("firm_id","organization_id") ON DELETE no action ON UPDATE no action NOT VALID;--> statement-breakpoint
ALTER TABLE "cards" ADD CONSTRAINT "cards_position_fk" FOREIGN KEY ("firm_id","post_code") REFERENCES "public"."positions"("firm_id","post_code") ON DELETE no action ON UPDATE cascade NOT VALID;--> statement-breakpoint
ALTER TABLE "offices" ADD CONSTRAINT "offices_firm_fk" FOREIGN KEY ("firm_id") REFERENCES "public"."firms"("firm_id") ON DELETE no action ON UPDATE no action NOT VALID;--> statement-breakpoint
ALTER TABLE "admins" ADD CONSTRAINT "admins_office_fk" FOREIGN KEY ("firm_id","organization_id") REFERENCES "public"."offices"("firm_id","organization_id") ON DELETE no action ON UPDATE no action NOT VALID;--> statement-breakpoint
ALTER TABLE "lawyers" ADD CONSTRAINT "lawyers_office_fk" FOREIGN KEY ("firm_id","organization_id") REFERENCES "public"."offices"("firm_id","organization_id") ON DELETE no action ON UPDATE no action NOT VALID;--> statement-breakpoint
ALTER TABLE "lawyers" ADD CONSTRAINT "lawyers_batch_fk" FOREIGN KEY ("firm_id","batch_id") REFERENCES "public"."batches"("firm_id","id") ON DELETE no action ON UPDATE no action NOT VALID;--> statement-breakpoint
ALTER TABLE "transfer_requests" ADD CONSTRAINT "transfer_requests_lawyer_fk" FOREIGN KEY ("firm_id","lawyer_id") REFERENCES "public"."lawyers"("firm_id","id") ON DELETE cascade ON UPDATE no action NOT VALID;--> statement-breakpoint
ALTER TABLE "transfer_requests" ADD CONSTRAINT "transfer_requests_office_fk" FOREIGN KEY ("firm_id","organization_id") REFERENCES "public"."offices"("firm_id","organization_id") ON DELETE no action ON UPDATE no action NOT VALID;--> statement-breakpoint
ALTER TABLE "transfer_requests" ADD CONSTRAINT "transfer_requests_to_fk" FOREIGN KEY ("firm_id","to_id") REFERENCES "public"."offices"("firm_id","organization_id") ON DELETE no action ON UPDATE no action NOT VALID;--> statement-breakpoint
ALTER TABLE "announcements" ADD CONSTRAINT "announcements_batch_fk" FOREIGN KEY ("firm_id","id") REFERENCES "public"."batches"("firm_id","id") ON DELETE no action ON UPDATE no action NOT VALID;--> statement-breakpoint
ALTER TABLE "announcements" ADD CONSTRAINT "announcements_office_fk" FOREIGN KEY ("firm_id","organization_id") REFERENCES "public"."offices"("firm_id","organization_id") ON DELETE no action ON UPDATE no action NOT VALID;--> statement-breakpoint
ALTER TABLE "batches" ADD CONSTRAINT "batches_office_fk" FOREIGN KEY ("firm_id","organization_id") REFERENCES "public"."offices"("firm_id","organization_id") ON DELETE no action ON UPDATE no action NOT VALID;--> statement-breakpoint
ALTER TABLE "text_messages" ADD CONSTRAINT "text_messages_lawyer_fk" FOREIGN KEY ("firm_id","lawyer_id") REFERENCES "public"."lawyers"("firm_id","id") ON DELETE cascade ON UPDATE no action NOT VALID;--> statement-breakpoint
ALTER TABLE "admins" FORCE ROW LEVEL SECURITY;--> statement-breakpoint
ALTER TABLE "announcements" FORCE ROW LEVEL SECURITY;--> statement-breakpoint
ALTER TABLE "article_lawyers" FORCE ROW LEVEL SECURITY;--> statement-breakpoint
ALTER TABLE "article_revisions" FORCE ROW LEVEL SECURITY;--> statement-breakpoint
ALTER TABLE "articles" FORCE ROW LEVEL SECURITY;--> statement-breakpoint
ALTER TABLE "batches" FORCE ROW LEVEL SECURITY;--> statement-breakpoint
ALTER TABLE "card_drafts" FORCE ROW LEVEL SECURITY;--> statement-breakpoint
ALTER TABLE "card_revisions" FORCE ROW LEVEL SECURITY;--> statement-breakpoint
ALTER TABLE "cards" FORCE ROW LEVEL SECURITY;--> statement-breakpoint
ALTER TABLE "categories" FORCE ROW LEVEL SECURITY;--> statement-breakpoint
ALTER TABLE "firms" FORCE ROW LEVEL SECURITY;--> statement-breakpoint
ALTER TABLE "lawyers" FORCE ROW LEVEL SECURITY;--> statement-breakpoint
ALTER TABLE "offices" FORCE ROW LEVEL SECURITY;--> statement-breakpoint
ALTER TABLE "positions" FORCE ROW LEVEL SECURITY;--> statement-breakpoint
ALTER TABLE "text_messages" FORCE ROW LEVEL SECURITY;--> statement-breakpoint
ALTER TABLE "transfer_requests" FORCE ROW LEVEL SECURITY;