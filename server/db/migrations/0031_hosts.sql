CREATE TABLE "hosts" (
	"name" text PRIMARY KEY NOT NULL,
	"firm_id" integer NOT NULL
);
--> statement-breakpoint
ALTER TABLE "firms" ADD COLUMN "suspended_at" timestamp with time zone;--> statement-breakpoint
ALTER TABLE "hosts" ADD CONSTRAINT "hosts_firm_fk" FOREIGN KEY ("firm_id") REFERENCES "public"."firms"("firm_id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "hosts_firm" ON "hosts" USING btree ("firm_id");