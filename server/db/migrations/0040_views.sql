ALTER TABLE "sessions" ADD COLUMN "viewer_id" bigint;--> statement-breakpoint
ALTER TABLE "sessions" ADD COLUMN "viewer_session_id" bigint;--> statement-breakpoint
CREATE INDEX "sessions_viewer" ON "sessions" USING btree ("firm_id","viewer_id") WHERE viewer_id is not null;