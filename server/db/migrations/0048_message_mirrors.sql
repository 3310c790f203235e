CREATE TABLE "message_mirrors" (
	"id" bigserial NOT NULL,
	"firm_id" integer NOT NULL,
	"channel" text NOT NULL,
	"type" integer NOT NULL,
	"population" integer,
	"user_id" bigint,
	"title" text NOT NULL,
	"link" text,
	"created_at" timestamp with time zone NOT NULL,
	"attempts" integer DEFAULT 0 NOT NULL,
	"next_at" timestamp with time zone NOT NULL,
	"sent_at" timestamp with time zone,
	"failed_at" timestamp with time zone,
	CONSTRAINT "message_mirrors_firm_id_id_pk" PRIMARY KEY("firm_id","id")
);
--> statement-breakpoint
CREATE INDEX "message_mirrors_waiting" ON "message_mirrors" USING btree ("firm_id","next_at") WHERE sent_at is null and failed_at is null;--> statement-breakpoint
CREATE INDEX "message_mirrors_age" ON "message_mirrors" USING btree ("firm_id","created_at");