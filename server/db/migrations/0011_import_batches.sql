ALTER TABLE "batches" ADD COLUMN "created_by" text;--> statement-breakpoint
ALTER TABLE "batches" ADD COLUMN "organization_id" bigint;--> statement-breakpoint
ALTER TABLE "batches" ADD COLUMN "source" integer;--> statement-breakpoint
ALTER TABLE "batches" ADD COLUMN "created" integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "batches" ADD COLUMN "failed" integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "batches" ADD COLUMN "undone_at" timestamp with time zone;--> statement-breakpoint
CREATE INDEX "lawyers_batch" ON "lawyers" USING btree ("firm_id","batch_id") WHERE batch_id is not null;--> statement-breakpoint
CREATE INDEX "batches_people" ON "batches" USING btree ("firm_id","created_at" DESC NULLS LAST,"id") WHERE source is not null;