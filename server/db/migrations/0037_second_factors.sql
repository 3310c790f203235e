CREATE TABLE "second_factors" (
	"firm_id" integer NOT NULL,
	"population" integer NOT NULL,
	"user_id" bigint NOT NULL,
	"sealed" text NOT NULL,
	"confirmed_at" timestamp with time zone,
	"last_step" integer,
	"recovery_hashes" text[] DEFAULT '{}' NOT NULL,
	"version" integer DEFAULT 1 NOT NULL,
	"updated_at" timestamp with time zone NOT NULL,
	CONSTRAINT "second_factors_firm_id_population_user_id_pk" PRIMARY KEY("firm_id","population","user_id")
);
