DROP INDEX "cards_pinyin";--> statement-breakpoint
DROP INDEX "lawyers_pinyin";--> statement-breakpoint
DROP INDEX "cards_order";--> statement-breakpoint
DROP INDEX "lawyers_order";--> statement-breakpoint
ALTER TABLE "cards" ADD COLUMN "name_sort" text DEFAULT '' NOT NULL;--> statement-breakpoint
ALTER TABLE "offices" ADD COLUMN "name_sort" text DEFAULT '' NOT NULL;--> statement-breakpoint
ALTER TABLE "admins" ADD COLUMN "name_sort" text DEFAULT '' NOT NULL;--> statement-breakpoint
ALTER TABLE "lawyers" ADD COLUMN "name_sort" text DEFAULT '' NOT NULL;--> statement-breakpoint
CREATE INDEX "cards_unsorted" ON "cards" USING btree ("firm_id","id") WHERE name_sort = '';--> statement-breakpoint
CREATE INDEX "cards_name" ON "cards" USING btree ("firm_id","name_sort","id");--> statement-breakpoint
CREATE INDEX "offices_unsorted" ON "offices" USING btree ("firm_id","organization_id") WHERE name_sort = '';--> statement-breakpoint
CREATE INDEX "admins_unsorted" ON "admins" USING btree ("firm_id","id") WHERE name_sort = '';--> statement-breakpoint
CREATE INDEX "lawyers_unsorted" ON "lawyers" USING btree ("firm_id","id") WHERE name_sort = '';--> statement-breakpoint
CREATE INDEX "lawyers_name" ON "lawyers" USING btree ("firm_id","name_sort" NULLS FIRST,"id");--> statement-breakpoint
CREATE INDEX "cards_order" ON "cards" USING btree ("firm_id","is_top" DESC NULLS LAST,"post_level","weight" DESC NULLS LAST,"name_sort","id") WHERE deleted_at is null;--> statement-breakpoint
CREATE INDEX "lawyers_order" ON "lawyers" USING btree ("firm_id","card_top" DESC NULLS LAST,"card_post_level","card_weight" DESC NULLS LAST,"name_sort","id") WHERE deleted_at is null;