DROP INDEX "articles_waiting";--> statement-breakpoint
DROP INDEX "articles_type";--> statement-breakpoint
DROP INDEX "articles_office";--> statement-breakpoint
DROP INDEX "lawyers_pinyin";--> statement-breakpoint
CREATE INDEX "articles_top" ON "articles" USING btree ("firm_id","kind","updated_at" DESC NULLS LAST,"article_id") WHERE deleted_at is null and is_top = 1;--> statement-breakpoint
CREATE INDEX "articles_published" ON "articles" USING btree ("firm_id","kind","publish_at" DESC NULLS LAST,"article_id") WHERE deleted_at is null;--> statement-breakpoint
CREATE INDEX "articles_title" ON "articles" USING btree ("firm_id","kind","title" NULLS FIRST,"article_id") WHERE deleted_at is null;--> statement-breakpoint
CREATE INDEX "articles_waiting" ON "articles" USING btree ("firm_id","kind","updated_at" DESC NULLS LAST,"article_id") WHERE deleted_at is null and (status = 1 or revision_status = 1);--> statement-breakpoint
CREATE INDEX "articles_type" ON "articles" USING btree ("firm_id","type_id","kind","updated_at" DESC NULLS LAST,"article_id","deleted_at");--> statement-breakpoint
CREATE INDEX "articles_office" ON "articles" USING btree ("firm_id","organization_id","kind","updated_at" DESC NULLS LAST,"article_id") WHERE deleted_at is null;--> statement-breakpoint
CREATE INDEX "lawyers_pinyin" ON "lawyers" USING btree ("firm_id","name_pinyin" NULLS FIRST,"id");