CREATE TABLE "article_lawyers" (
	"firm_id" integer NOT NULL,
	"article_id" bigint NOT NULL,
	"lawyer_id" bigint NOT NULL,
	"role" integer NOT NULL,
	"is_show" integer DEFAULT 1 NOT NULL,
	"is_top" integer DEFAULT 0 NOT NULL,
	"top_at" timestamp with time zone,
	CONSTRAINT "article_lawyers_article_id_lawyer_id_pk" PRIMARY KEY("article_id","lawyer_id")
);
--> statement-breakpoint
CREATE TABLE "article_revisions" (
	"id" bigserial PRIMARY KEY NOT NULL,
	"firm_id" integer NOT NULL,
	"article_id" bigint NOT NULL,
	"version" integer NOT NULL,
	"kind" text NOT NULL,
	"content" jsonb NOT NULL,
	"at" timestamp with time zone DEFAULT now() NOT NULL,
	"by_name" text
);
--> statement-breakpoint
CREATE TABLE "articles" (
	"article_id" bigserial PRIMARY KEY NOT NULL,
	"firm_id" integer NOT NULL,
	"kind" integer NOT NULL,
	"type_id" bigint NOT NULL,
	"organization_id" bigint NOT NULL,
	"title" text NOT NULL,
	"language" text NOT NULL,
	"cover" text,
	"summary" text,
	"content" text,
	"content_text" text DEFAULT '' NOT NULL,
	"content_mode" integer NOT NULL,
	"link_url" text,
	"source_type" integer NOT NULL,
	"source_name" text,
	"lawyer_ids" bigint[] DEFAULT '{}' NOT NULL,
	"professional" bigint[] DEFAULT '{}' NOT NULL,
	"case_info" jsonb,
	"video_type" integer,
	"video_url" text,
	"video_cover" text,
	"duration" integer,
	"finder_user_name" text,
	"feed_id" text,
	"publish_at" timestamp with time zone,
	"expire_at" timestamp with time zone,
	"status" integer DEFAULT 0 NOT NULL,
	"revision" jsonb,
	"revision_status" integer,
	"submitted_at" timestamp with time zone,
	"refuse_reason" text,
	"is_top" integer DEFAULT 0 NOT NULL,
	"top_at" timestamp with time zone,
	"sort" integer DEFAULT 0 NOT NULL,
	"read_num" integer DEFAULT 0 NOT NULL,
	"share_num" integer DEFAULT 0 NOT NULL,
	"search" text DEFAULT '' NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"created_by" text,
	"created_by_name" text,
	"updated_at" timestamp with time zone DEFAULT now() NOT NULL,
	"updated_by_name" text,
	"version" integer DEFAULT 1 NOT NULL,
	"deleted_at" timestamp with time zone,
	"deleted_by" text
);
--> statement-breakpoint
CREATE TABLE "categories" (
	"type_id" bigserial PRIMARY KEY NOT NULL,
	"firm_id" integer NOT NULL,
	"kind" integer NOT NULL,
	"type_name" text NOT NULL,
	"type_name_en" text,
	"icon" text,
	"sort" integer DEFAULT 0 NOT NULL,
	"is_top" integer DEFAULT 0 NOT NULL,
	"enabled" integer DEFAULT 1 NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"created_by" text,
	"created_by_name" text,
	"updated_at" timestamp with time zone DEFAULT now() NOT NULL,
	"updated_by_name" text,
	"version" integer DEFAULT 1 NOT NULL
);
--> statement-breakpoint
CREATE INDEX "article_lawyers_lawyer" ON "article_lawyers" USING btree ("firm_id","lawyer_id","is_top" DESC NULLS LAST,"top_at" DESC NULLS LAST);--> statement-breakpoint
CREATE UNIQUE INDEX "article_revisions_version" ON "article_revisions" USING btree ("article_id","version");--> statement-breakpoint
CREATE INDEX "articles_updated" ON "articles" USING btree ("firm_id","kind","updated_at" DESC NULLS LAST,"article_id") WHERE deleted_at is null;--> statement-breakpoint
CREATE INDEX "articles_status" ON "articles" USING btree ("firm_id","kind","status","updated_at" DESC NULLS LAST,"article_id") WHERE deleted_at is null;--> statement-breakpoint
CREATE INDEX "articles_public" ON "articles" USING btree ("firm_id","kind","is_top" DESC NULLS LAST,"top_at" DESC NULLS LAST,"publish_at" DESC NULLS LAST,"article_id") WHERE deleted_at is null and status = 2;--> statement-breakpoint
CREATE INDEX "articles_waiting" ON "articles" USING btree ("firm_id","kind") WHERE deleted_at is null and revision_status = 1;--> statement-breakpoint
CREATE INDEX "articles_type" ON "articles" USING btree ("firm_id","type_id");--> statement-breakpoint
CREATE INDEX "articles_office" ON "articles" USING btree ("firm_id","organization_id","updated_at" DESC NULLS LAST) WHERE deleted_at is null;--> statement-breakpoint
CREATE INDEX "articles_publish_due" ON "articles" USING btree ("firm_id","publish_at") WHERE status = 5;--> statement-breakpoint
CREATE INDEX "articles_expire_due" ON "articles" USING btree ("firm_id","expire_at") WHERE status = 2 and expire_at is not null;--> statement-breakpoint
CREATE INDEX "articles_lawyers" ON "articles" USING gin ("lawyer_ids");--> statement-breakpoint
CREATE INDEX "articles_professional" ON "articles" USING gin ("professional");--> statement-breakpoint
CREATE UNIQUE INDEX "categories_name" ON "categories" USING btree ("firm_id","kind","type_name");