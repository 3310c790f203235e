CREATE TABLE "text_messages" (
	"id" bigserial PRIMARY KEY NOT NULL,
	"firm_id" integer NOT NULL,
	"lawyer_id" bigint NOT NULL,
	"mobile" text NOT NULL,
	"sealed" text,
	"created_at" timestamp with time zone NOT NULL,
	"sent_at" timestamp with time zone,
	"failed_at" timestamp with time zone
);
--> statement-breakpoint
CREATE INDEX "text_messages_lawyer" ON "text_messages" USING btree ("firm_id","lawyer_id");--> statement-breakpoint
CREATE INDEX "text_messages_sealed" ON "text_messages" USING btree ("created_at") WHERE sealed is not null;--> statement-breakpoint
CREATE INDEX "articles_undecided" ON "articles" USING btree ("firm_id") WHERE (status = 1 or revision_status = 1) and deleted_at is null;--> statement-breakpoint
CREATE INDEX "cards_undecided" ON "cards" USING btree ("firm_id") WHERE audit_status = 1 and deleted_at is null;--> statement-breakpoint
CREATE INDEX "lawyers_undecided" ON "lawyers" USING btree ("firm_id") WHERE status = 0 and deleted_at is null;--> statement-breakpoint
CREATE INDEX "sessions_expiry" ON "sessions" USING btree ("expire_at");--> statement-breakpoint
CREATE INDEX "transfer_requests_undecided" ON "transfer_requests" USING btree ("firm_id") WHERE status = 0;