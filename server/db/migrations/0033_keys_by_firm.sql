-- Each primary key and unique rule begins with the firm. Where foreign keys refer to the firm with the id already, their index becomes
-- the primary key, so that no row is read.
ALTER TABLE "articles" DROP CONSTRAINT "articles_pkey", ADD CONSTRAINT "articles_firm_id_article_id_pk" PRIMARY KEY USING INDEX "articles_firm_key";--> statement-breakpoint
ALTER TABLE "cards" DROP CONSTRAINT "cards_pkey", ADD CONSTRAINT "cards_firm_id_id_pk" PRIMARY KEY USING INDEX "cards_firm_key";--> statement-breakpoint
ALTER TABLE "categories" DROP CONSTRAINT "categories_pkey", ADD CONSTRAINT "categories_firm_id_type_id_pk" PRIMARY KEY USING INDEX "categories_firm_key";--> statement-breakpoint
ALTER TABLE "files" DROP CONSTRAINT "files_pkey", ADD CONSTRAINT "files_firm_id_path_pk" PRIMARY KEY USING INDEX "files_firm_key";--> statement-breakpoint
ALTER TABLE "offices" DROP CONSTRAINT "offices_pkey", ADD CONSTRAINT "offices_firm_id_organization_id_pk" PRIMARY KEY USING INDEX "offices_firm_key";--> statement-breakpoint
ALTER TABLE "lawyers" DROP CONSTRAINT "lawyers_pkey", ADD CONSTRAINT "lawyers_firm_id_id_pk" PRIMARY KEY USING INDEX "lawyers_firm_key";--> statement-breakpoint
ALTER TABLE "batches" DROP CONSTRAINT "batches_pkey", ADD CONSTRAINT "batches_firm_id_id_pk" PRIMARY KEY USING INDEX "batches_firm_key";--> statement-breakpoint
ALTER TABLE "article_revisions" DROP CONSTRAINT "article_revisions_pkey", ADD CONSTRAINT "article_revisions_firm_id_id_pk" PRIMARY KEY("firm_id","id");--> statement-breakpoint
ALTER TABLE "card_revisions" DROP CONSTRAINT "card_revisions_pkey", ADD CONSTRAINT "card_revisions_firm_id_id_pk" PRIMARY KEY("firm_id","id");--> statement-breakpoint
ALTER TABLE "positions" DROP CONSTRAINT "positions_pkey", ADD CONSTRAINT "positions_firm_id_post_id_pk" PRIMARY KEY("firm_id","post_id");--> statement-breakpoint
ALTER TABLE "self_professions" DROP CONSTRAINT "self_professions_pkey", ADD CONSTRAINT "self_professions_firm_id_id_pk" PRIMARY KEY("firm_id","id");--> statement-breakpoint
ALTER TABLE "one_time_codes" DROP CONSTRAINT "one_time_codes_pkey", ADD CONSTRAINT "one_time_codes_firm_id_id_pk" PRIMARY KEY("firm_id","id");--> statement-breakpoint
ALTER TABLE "admins" DROP CONSTRAINT "admins_pkey", ADD CONSTRAINT "admins_firm_id_id_pk" PRIMARY KEY("firm_id","id");--> statement-breakpoint
ALTER TABLE "announcements" DROP CONSTRAINT "announcements_pkey", ADD CONSTRAINT "announcements_firm_id_id_pk" PRIMARY KEY("firm_id","id");--> statement-breakpoint
ALTER TABLE "logs" DROP CONSTRAINT "logs_pkey", ADD CONSTRAINT "logs_firm_id_id_pk" PRIMARY KEY("firm_id","id");--> statement-breakpoint
ALTER TABLE "messages" DROP CONSTRAINT "messages_pkey", ADD CONSTRAINT "messages_firm_id_id_pk" PRIMARY KEY("firm_id","id");--> statement-breakpoint
ALTER TABLE "text_messages" DROP CONSTRAINT "text_messages_pkey", ADD CONSTRAINT "text_messages_firm_id_id_pk" PRIMARY KEY("firm_id","id");--> statement-breakpoint
ALTER TABLE "transfer_requests" DROP CONSTRAINT "transfer_requests_pkey", ADD CONSTRAINT "transfer_requests_firm_id_id_pk" PRIMARY KEY("firm_id","id");--> statement-breakpoint
ALTER TABLE "article_lawyers" DROP CONSTRAINT "article_lawyers_article_id_lawyer_id_pk", ADD CONSTRAINT "article_lawyers_firm_id_article_id_lawyer_id_pk" PRIMARY KEY("firm_id","article_id","lawyer_id");--> statement-breakpoint
DROP INDEX "article_revisions_version";--> statement-breakpoint
CREATE UNIQUE INDEX "article_revisions_version" ON "article_revisions" USING btree ("firm_id","article_id","version");--> statement-breakpoint
DROP INDEX "card_revisions_version";--> statement-breakpoint
CREATE UNIQUE INDEX "card_revisions_version" ON "card_revisions" USING btree ("firm_id","card_id","version");--> statement-breakpoint
DROP INDEX "cards_lawyer";--> statement-breakpoint
CREATE UNIQUE INDEX "cards_lawyer" ON "cards" USING btree ("firm_id","lawyer_id","language") WHERE deleted_at is null;--> statement-breakpoint
DROP INDEX "admins_main";--> statement-breakpoint
CREATE UNIQUE INDEX "admins_main" ON "admins" USING btree ("firm_id","organization_id") WHERE office_level = 3 and deleted_at is null;--> statement-breakpoint
DROP INDEX "lawyers_code";--> statement-breakpoint
CREATE UNIQUE INDEX "lawyers_code" ON "lawyers" USING btree ("firm_id","code_key");--> statement-breakpoint
DROP INDEX "transfer_requests_open";--> statement-breakpoint
CREATE UNIQUE INDEX "transfer_requests_open" ON "transfer_requests" USING btree ("firm_id","lawyer_id") WHERE status = 0;