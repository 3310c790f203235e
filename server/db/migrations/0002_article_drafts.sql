CREATE TABLE "article_drafts" (
	"firm_id" integer NOT NULL,
	"owner_population" integer NOT NULL,
	"owner_id" bigint NOT NULL,
	"article_id" bigint DEFAULT 0 NOT NULL,
	"kind" integer NOT NULL,
	"values" text NOT NULL,
	"version" integer,
	"saved_at" timestamp with time zone NOT NULL,
	CONSTRAINT "article_drafts_firm_id_owner_population_owner_id_article_id_kind_pk" PRIMARY KEY("firm_id","owner_population","owner_id","article_id","kind")
);
