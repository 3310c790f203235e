ALTER TABLE "articles" ADD COLUMN "ignored_findings" jsonb DEFAULT '[]'::jsonb NOT NULL;--> statement-breakpoint
ALTER TABLE "cards" ADD COLUMN "ignored_findings" jsonb DEFAULT '[]'::jsonb NOT NULL;