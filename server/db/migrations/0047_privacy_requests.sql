CREATE TABLE "privacy_requests" (
	"id" bigserial NOT NULL,
	"firm_id" integer NOT NULL,
	"population" integer NOT NULL,
	"user_id" bigint,
	"name" text NOT NULL,
	"organization_id" bigint NOT NULL,
	"kind" integer NOT NULL,
	"content" text NOT NULL,
	"status" integer DEFAULT 0 NOT NULL,
	"due_at" timestamp with time zone NOT NULL,
	"reminded_at" timestamp with time zone,
	"response" text,
	"answered_at" timestamp with time zone,
	"answered_by_name" text,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"created_by" text,
	"created_by_name" text,
	"updated_at" timestamp with time zone DEFAULT now() NOT NULL,
	"updated_by_name" text,
	"version" integer DEFAULT 1 NOT NULL,
	CONSTRAINT "privacy_requests_firm_id_id_pk" PRIMARY KEY("firm_id","id")
);
--> statement-breakpoint
ALTER TABLE "privacy_requests" ADD CONSTRAINT "privacy_requests_office_fk" FOREIGN KEY ("firm_id","organization_id") REFERENCES "public"."offices"("firm_id","organization_id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE UNIQUE INDEX "privacy_requests_open" ON "privacy_requests" USING btree ("firm_id","population","user_id","kind") WHERE status = 0;--> statement-breakpoint
CREATE INDEX "privacy_requests_due" ON "privacy_requests" USING btree ("firm_id",(status = 0) desc,"due_at","id");--> statement-breakpoint
CREATE INDEX "privacy_requests_person" ON "privacy_requests" USING btree ("firm_id","population","user_id");--> statement-breakpoint
CREATE INDEX "privacy_requests_unreminded" ON "privacy_requests" USING btree ("firm_id","due_at") WHERE status = 0 and reminded_at is null;