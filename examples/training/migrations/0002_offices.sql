CREATE TABLE "x_training_offices" (
	"organization_id" bigint NOT NULL,
	"firm_id" integer NOT NULL,
	"cost_centre" text,
	CONSTRAINT "x_training_offices_pk" PRIMARY KEY ("firm_id", "organization_id"),
	CONSTRAINT "x_training_offices_office_fk" FOREIGN KEY ("firm_id", "organization_id")
		REFERENCES "offices" ("firm_id", "organization_id") ON DELETE CASCADE
);
