CREATE TABLE "announcements" (
	"id" bigint PRIMARY KEY NOT NULL,
	"firm_id" integer NOT NULL,
	"title" text NOT NULL,
	"content" text NOT NULL,
	"level" integer NOT NULL,
	"audience" integer NOT NULL,
	"organization_ids" jsonb NOT NULL,
	"lawyer_ids" jsonb NOT NULL,
	"admin_ids" jsonb NOT NULL,
	"organization_id" bigint NOT NULL,
	"created_at" timestamp with time zone NOT NULL,
	"created_by_name" text NOT NULL,
	"sent" integer NOT NULL,
	"search" text NOT NULL
);
--> statement-breakpoint
DROP INDEX "logs_office";--> statement-breakpoint
DROP INDEX "logs_operator";--> statement-breakpoint
DROP INDEX "messages_batch";--> statement-breakpoint
ALTER TABLE "logs" ADD COLUMN "search" text GENERATED ALWAYS AS (lower(summary || ' ' || operator_name || ' ' || coalesce(target_name, ''))) STORED;--> statement-breakpoint
CREATE INDEX "announcements_time" ON "announcements" USING btree ("firm_id","created_at" DESC NULLS LAST);--> statement-breakpoint
CREATE INDEX "logs_module" ON "logs" USING btree ("firm_id","module","created_at" DESC NULLS LAST,"important","action","target_org_id");--> statement-breakpoint
CREATE INDEX "logs_action" ON "logs" USING btree ("firm_id","action","created_at" DESC NULLS LAST,"important","target_org_id");--> statement-breakpoint
CREATE INDEX "logs_type" ON "logs" USING btree ("firm_id","log_type","created_at" DESC NULLS LAST) WHERE log_type <> 2;--> statement-breakpoint
CREATE INDEX "logs_failed" ON "logs" USING btree ("firm_id","created_at" DESC NULLS LAST,"important") WHERE result = 0;--> statement-breakpoint
CREATE INDEX "logs_batch" ON "logs" USING btree ("firm_id","batch_id") WHERE batch_id is not null;--> statement-breakpoint
CREATE INDEX "logs_office" ON "logs" USING btree ("firm_id","target_org_id","created_at" DESC NULLS LAST,"important");--> statement-breakpoint
CREATE INDEX "logs_operator" ON "logs" USING btree ("firm_id","operator_type","operator_id","created_at" DESC NULLS LAST,"important");--> statement-breakpoint
CREATE INDEX "messages_batch" ON "messages" USING btree ("firm_id","batch_id","status","id") WHERE batch_id is not null;