CREATE TABLE "shared_views" (
	"id" bigserial NOT NULL,
	"firm_id" integer NOT NULL,
	"resource" text NOT NULL,
	"organization_id" bigint,
	"name" text NOT NULL,
	"content" jsonb NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"created_by" text,
	"created_by_name" text,
	"updated_at" timestamp with time zone DEFAULT now() NOT NULL,
	"updated_by_name" text,
	"version" integer DEFAULT 1 NOT NULL,
	CONSTRAINT "shared_views_firm_id_id_pk" PRIMARY KEY("firm_id","id")
);
--> statement-breakpoint
ALTER TABLE "shared_views" ADD CONSTRAINT "shared_views_office_fk" FOREIGN KEY ("firm_id","organization_id") REFERENCES "public"."offices"("firm_id","organization_id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE UNIQUE INDEX "shared_views_name" ON "shared_views" USING btree ("firm_id","resource",coalesce(organization_id, 0),"name");--> statement-breakpoint
CREATE INDEX "shared_views_office" ON "shared_views" USING btree ("firm_id","organization_id");