CREATE TABLE "config_revisions" (
	"firm_id" integer NOT NULL,
	"key" text NOT NULL,
	"version" integer NOT NULL,
	"kind" text NOT NULL,
	"value" jsonb NOT NULL,
	"created_at" timestamp with time zone NOT NULL,
	"created_by_name" text,
	CONSTRAINT "config_revisions_firm_id_key_version_pk" PRIMARY KEY("firm_id","key","version")
);
