CREATE TABLE "install_secrets" (
	"name" text PRIMARY KEY NOT NULL,
	"value" text NOT NULL
);
--> statement-breakpoint
CREATE TABLE "security_questions" (
	"firm_id" integer NOT NULL,
	"population" integer NOT NULL,
	"user_id" bigint NOT NULL,
	"question" text NOT NULL,
	"answer_hash" text NOT NULL,
	"updated_at" timestamp with time zone NOT NULL,
	CONSTRAINT "security_questions_firm_id_population_user_id_pk" PRIMARY KEY("firm_id","population","user_id")
);
