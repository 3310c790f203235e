CREATE TABLE "card_campaigns" (
	"firm_id" integer NOT NULL,
	"started_on" date NOT NULL,
	"started_at" timestamp with time zone NOT NULL,
	"cards" integer NOT NULL,
	"created_by_name" text,
	CONSTRAINT "card_campaigns_firm_id_started_on_pk" PRIMARY KEY("firm_id","started_on")
);
--> statement-breakpoint
CREATE INDEX "firm_configs_reminders" ON "firm_configs" USING btree ("firm_id") WHERE key = 'reminderSet';