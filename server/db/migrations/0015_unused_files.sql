ALTER TABLE "files" ADD COLUMN "sweep_at" timestamp with time zone;--> statement-breakpoint
CREATE INDEX "files_sweep" ON "files" USING btree ("firm_id","sweep_at") WHERE sweep_at is not null;