CREATE TABLE "x_training_lawyers" (
	"id" bigint NOT NULL,
	"firm_id" integer NOT NULL,
	"bar_number" text,
	"certified_until" date,
	CONSTRAINT "x_training_lawyers_pk" PRIMARY KEY ("firm_id", "id"),
	CONSTRAINT "x_training_lawyers_lawyer_fk" FOREIGN KEY ("firm_id", "id")
		REFERENCES "lawyers" ("firm_id", "id") ON DELETE CASCADE
);
--> statement-breakpoint
CREATE INDEX "x_training_lawyers_certified" ON "x_training_lawyers" ("firm_id", "certified_until");
