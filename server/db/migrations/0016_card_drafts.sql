CREATE TABLE "card_drafts" (
	"firm_id" integer NOT NULL,
	"lawyer_id" bigint NOT NULL,
	"language" text NOT NULL,
	"values" text NOT NULL,
	"version" integer,
	"saved_at" timestamp with time zone NOT NULL,
	CONSTRAINT "card_drafts_firm_id_lawyer_id_language_pk" PRIMARY KEY("firm_id","lawyer_id","language")
);
