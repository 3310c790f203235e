ALTER TABLE "cards" ADD COLUMN "proposed_on" date;--> statement-breakpoint
ALTER TABLE "cards" ADD COLUMN "scheduled" jsonb;--> statement-breakpoint
ALTER TABLE "cards" ADD COLUMN "effective_at" timestamp with time zone;--> statement-breakpoint
CREATE INDEX "cards_effective" ON "cards" USING btree ("firm_id","effective_at") WHERE effective_at is not null;