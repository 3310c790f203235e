CREATE TABLE "transfer_requests" (
	"id" bigserial PRIMARY KEY NOT NULL,
	"firm_id" integer NOT NULL,
	"lawyer_id" bigint NOT NULL,
	"lawyer_name" text NOT NULL,
	"organization_id" bigint NOT NULL,
	"to_id" bigint NOT NULL,
	"reason" text NOT NULL,
	"status" integer DEFAULT 0 NOT NULL,
	"decided_at" timestamp with time zone,
	"decided_by_name" text,
	"decision_reason" text,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"created_by" text,
	"created_by_name" text,
	"updated_at" timestamp with time zone DEFAULT now() NOT NULL,
	"updated_by_name" text,
	"version" integer DEFAULT 1 NOT NULL
);
--> statement-breakpoint
CREATE UNIQUE INDEX "transfer_requests_open" ON "transfer_requests" USING btree ("lawyer_id") WHERE status = 0;--> statement-breakpoint
CREATE INDEX "transfer_requests_time" ON "transfer_requests" USING btree ("firm_id","created_at" DESC NULLS LAST,"id");