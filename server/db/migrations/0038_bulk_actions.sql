CREATE TABLE "bulk_rows" (
	"firm_id" integer NOT NULL,
	"run_id" bigint NOT NULL,
	"position" integer NOT NULL,
	"record_id" bigint NOT NULL,
	"name" text NOT NULL,
	"version" integer,
	"answers" jsonb,
	"state" integer DEFAULT 0 NOT NULL,
	"message" text,
	"before" jsonb,
	"version_after" integer,
	"done_at" timestamp with time zone,
	CONSTRAINT "bulk_rows_firm_id_run_id_position_pk" PRIMARY KEY("firm_id","run_id","position")
);
--> statement-breakpoint
CREATE TABLE "bulk_runs" (
	"id" bigint NOT NULL,
	"firm_id" integer NOT NULL,
	"resource" text NOT NULL,
	"action" text NOT NULL,
	"answers" jsonb NOT NULL,
	"params" jsonb NOT NULL,
	"reason" text,
	"state" integer NOT NULL,
	"total" integer NOT NULL,
	"undoes" bigint,
	"population" integer NOT NULL,
	"user_id" bigint NOT NULL,
	"organization_id" bigint NOT NULL,
	"created_by_name" text NOT NULL,
	"request_id" text NOT NULL,
	"ip" text NOT NULL,
	"device" text NOT NULL,
	"created_at" timestamp with time zone NOT NULL,
	"finished_at" timestamp with time zone,
	CONSTRAINT "bulk_runs_firm_id_id_pk" PRIMARY KEY("firm_id","id")
);
--> statement-breakpoint
ALTER TABLE "bulk_rows" ADD CONSTRAINT "bulk_rows_run_fk" FOREIGN KEY ("firm_id","run_id") REFERENCES "public"."bulk_runs"("firm_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "bulk_runs" ADD CONSTRAINT "bulk_runs_batch_fk" FOREIGN KEY ("firm_id","id") REFERENCES "public"."batches"("firm_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "bulk_runs" ADD CONSTRAINT "bulk_runs_office_fk" FOREIGN KEY ("firm_id","organization_id") REFERENCES "public"."offices"("firm_id","organization_id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "bulk_runs" ADD CONSTRAINT "bulk_runs_undoes_fk" FOREIGN KEY ("firm_id","undoes") REFERENCES "public"."bulk_runs"("firm_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "bulk_rows_state" ON "bulk_rows" USING btree ("firm_id","run_id","state","position");--> statement-breakpoint
CREATE UNIQUE INDEX "bulk_runs_undoes" ON "bulk_runs" USING btree ("firm_id","undoes") WHERE undoes is not null;--> statement-breakpoint
CREATE INDEX "bulk_runs_time" ON "bulk_runs" USING btree ("firm_id","created_at" DESC NULLS LAST);--> statement-breakpoint
CREATE INDEX "bulk_runs_at_work" ON "bulk_runs" USING btree ("firm_id") WHERE state = 1;