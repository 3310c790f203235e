CREATE TABLE "review_reminders" (
	"firm_id" integer NOT NULL,
	"kind" text NOT NULL,
	"subject_id" bigint NOT NULL,
	"since" timestamp with time zone NOT NULL,
	"sent_at" timestamp with time zone NOT NULL,
	CONSTRAINT "review_reminders_firm_id_kind_subject_id_since_pk" PRIMARY KEY("firm_id","kind","subject_id","since")
);
--> statement-breakpoint
ALTER TABLE "articles" ADD COLUMN "ignored_findings" jsonb DEFAULT '[]'::jsonb NOT NULL;--> statement-breakpoint
ALTER TABLE "cards" ADD COLUMN "ignored_findings" jsonb DEFAULT '[]'::jsonb NOT NULL;