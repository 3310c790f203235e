CREATE TABLE "x_training_records" (
	"id" bigserial NOT NULL,
	"firm_id" integer NOT NULL,
	"title" text NOT NULL,
	"lawyer_id" bigint NOT NULL,
	"hours" numeric(4, 1) NOT NULL,
	"attended_on" date NOT NULL,
	"starts_at" timestamp with time zone,
	"kind" text NOT NULL,
	"remark" text,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"created_by" text,
	"created_by_name" text,
	"updated_at" timestamp with time zone DEFAULT now() NOT NULL,
	"updated_by_name" text,
	"version" integer DEFAULT 1 NOT NULL,
	CONSTRAINT "x_training_records_pk" PRIMARY KEY ("firm_id", "id"),
	CONSTRAINT "x_training_records_lawyer_fk" FOREIGN KEY ("firm_id", "lawyer_id")
		REFERENCES "lawyers" ("firm_id", "id") ON DELETE CASCADE
);
--> statement-breakpoint
CREATE INDEX "x_training_records_day" ON "x_training_records" ("firm_id", "attended_on" DESC);
--> statement-breakpoint
CREATE INDEX "x_training_records_lawyer" ON "x_training_records" ("firm_id", "lawyer_id");
--> statement-breakpoint
CREATE UNIQUE INDEX "x_training_records_once" ON "x_training_records" ("firm_id", "title", "lawyer_id", "attended_on");
