CREATE TABLE "presences" (
	"firm_id" integer NOT NULL,
	"resource" text NOT NULL,
	"record_id" bigint NOT NULL,
	"population" integer NOT NULL,
	"user_id" bigint NOT NULL,
	"name" text NOT NULL,
	"since" timestamp with time zone NOT NULL,
	"seen_at" timestamp with time zone NOT NULL,
	CONSTRAINT "presences_firm_id_resource_record_id_population_user_id_pk" PRIMARY KEY("firm_id","resource","record_id","population","user_id")
);
--> statement-breakpoint
CREATE INDEX "presences_seen" ON "presences" USING btree ("firm_id","seen_at");