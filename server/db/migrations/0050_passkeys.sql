CREATE TABLE "passkeys" (
	"id" bigserial NOT NULL,
	"firm_id" integer NOT NULL,
	"population" integer NOT NULL,
	"user_id" bigint NOT NULL,
	"name" text NOT NULL,
	"host" text NOT NULL,
	"credential_id" text NOT NULL,
	"public_key" text NOT NULL,
	"sign_count" bigint NOT NULL,
	"transports" text[] DEFAULT '{}' NOT NULL,
	"created_at" timestamp with time zone NOT NULL,
	"last_used_at" timestamp with time zone,
	"version" integer DEFAULT 1 NOT NULL,
	CONSTRAINT "passkeys_firm_id_id_pk" PRIMARY KEY("firm_id","id")
);
--> statement-breakpoint
CREATE UNIQUE INDEX "passkeys_credential" ON "passkeys" USING btree ("firm_id","credential_id");--> statement-breakpoint
CREATE INDEX "passkeys_owner" ON "passkeys" USING btree ("firm_id","population","user_id");