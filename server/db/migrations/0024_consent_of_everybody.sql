ALTER TABLE "admins" ADD COLUMN "consent_version" text;--> statement-breakpoint
ALTER TABLE "admins" ADD COLUMN "consent_at" timestamp with time zone;--> statement-breakpoint
ALTER TABLE "admins" ADD COLUMN "consent_ip" text;--> statement-breakpoint
ALTER TABLE "lawyers" ADD COLUMN "consent_ip" text;